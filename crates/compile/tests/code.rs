//! What the code of small procedures looks like.

mod support;

#[test]
fn show() {
    for text in [
        "(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))",
        "(define (tak x y z) (if (not (< y x)) z (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))",
        "(define (append2 a b) (if (null? a) b (cons (car a) (append2 (cdr a) b))))
         (define (nrev l) (if (null? l) '() (append2 (nrev (cdr l)) (list (car l)))))",
        "(define (f n) (+ 1 (let loop ((i 0) (sum 0)) (if (< i n) (loop (+ i 1) (+ sum i)) sum))))",
        "(define (qsort l)
           (define (part p l less more)
             (cond ((null? l) (append3 (qsort less) (cons p (qsort more))))
                   ((< (car l) p) (part p (cdr l) (cons (car l) less) more))
                   (else (part p (cdr l) less (cons (car l) more)))))
           (if (null? l) '() (part (car l) (cdr l) '() '())))
         (define (append3 a b) (if (null? a) b (cons (car a) (append3 (cdr a) b))))",
        "(define (f a) (or (and (pair? a) (car a)) (and (symbol? a) 'symbol) 'none))",
        "(define (f a b) (if (or (and (pair? a) (pair? b)) (eq? a 'x)) (car a) (cdr b)))",
        "(define (f k) (define (go n) (if (= n 0) k (+ 1 (go (- n 1))))) (go 5))",
        "(define (map1 f l) (if (null? l) '() (cons (f (car l)) (map1 f (cdr l)))))",
    ] {
        let unit = support::compiled("test/library", false, text).unit;
        println!("{}", mound_bytecode::disasm::disassemble(&unit));
    }
}
