;; Several values to receivers that are written where they come, in all shapes
;; that the compiler takes apart, and what is told of a wrong number of them.
(import (scheme base) (scheme case-lambda) (scheme write) (only (mound base) void))

(define (show . objects)
  (for-each (lambda (object) (write object) (display " ")) objects)
  (newline))

(define-syntax told
  (syntax-rules ()
    ((_ expression)
     (show (guard (condition (#t (error-object-message condition)))
             expression)))))

;; The number of values is seen, or not.
(define (two i) (if (odd? i) (values i 1) (values 1 i)))
(define (some i)
  (case i ((0) (values)) ((1) 'one) ((2) (values 1 2)) (else (values 1 2 3))))
(show (call-with-values (lambda () (values 1 2)) (lambda (a b) (list b a))))
(show (call-with-values (lambda () (two 3)) (lambda (a b) (list b a))))
(show (call-with-values (lambda () 5) (lambda (a) (* a a))))
(show (call-with-values (lambda () (some 1)) (lambda (a) a)))
(show (call-with-values (lambda () (values)) (lambda () 'none)))
(show (call-with-values (lambda () (some 0)) (lambda () 'none)))
(show (call-with-values (lambda () (some 3)) (lambda (a . rest) (list a rest))))
(show (call-with-values (lambda () (values 1 2 3)) (lambda (a . rest) rest)))
(show (call-with-values (lambda () (some 2)) list))
(show (call-with-values (lambda () (some 1)) list))
(show (call-with-values (lambda () (values 1 2 3 4 5 6 7)) list))
(show (call-with-values (lambda () (values 'a 'b)) cons))
(define choose
  (case-lambda ((a) (list 'one a)) ((a b) (list 'two a b)) (rest rest)))
(show (map (lambda (i) (call-with-values (lambda () (some i)) choose))
           '(0 1 2 3)))

;; Some ends show it and others do not; the receiver is there once.
(define count 0)
(define (mixed i)
  (call-with-values
    (lambda ()
      (set! count (+ count 1))
      (let ((j (* i 10)))
        (if (< i 1)
            (values i j)
            (if (< i 2) (two j) (begin (set! count (+ count 1)) (values j i))))))
    (lambda (a b)
      (let ((f (lambda () (list a b count)))) (f)))))
(show (mixed 0) (mixed 1) (mixed 2))

;; A receiver that has a name and is called elsewhere too.
(define (named i)
  (define (receive a b) (if (null? a) (list b) (cons b (receive '() a))))
  (list (receive i i)
        (call-with-values (lambda () (values i 'seen)) receive)
        (call-with-values (lambda () (some i)) receive)))
(show (named 2))

;; In tail position, many times.
(define (long i sum)
  (if (= i 0)
      sum
      (let-values (((a b) (two i))) (long (- i 1) (+ sum (min a b))))))
(show (long 100000 0))
(define (longer i sum)
  (if (= i 0)
      sum
      (call-with-values (lambda () (if (even? i) (values i 1) (two i)))
        (lambda (a b) (longer (- i 1) (+ sum (* a b)))))))
(show (longer 1000 0))

;; Orders of evaluation.
(define (trace object) (write object) (display " ") object)
(show (call-with-values
        (lambda () (values (trace 1) (trace 2) (trace 3)))
        (lambda (a b c) (trace 4) (list a b c))))

;; All forms that take values.
(define-values (p q . r) (some 3))
(show p q r)
(define (body)
  (define-values (x y) (two 7))
  (define z (+ x y))
  (let*-values (((a b) (values z x)) ((c) (+ a b)) (all (some 3)))
    (list x y z a b c all)))
(show (body))
(define (nested n)
  (let-values (((q r) (floor/ n 10)))
    (if (= q 0)
        (values 1 r)
        (let-values (((digits sum) (nested q)))
          (values (+ digits 1) (+ sum r))))))
(show (call-with-values (lambda () (nested 987654321)) list))

;; Continuations that take several values, and return to a receiver twice.
(show (call-with-values (lambda () (call/cc (lambda (k) (k 1 2))))
        (lambda (a b) (list b a))))
(define again #f)
(define times 0)
(show (call-with-values
        (lambda () (call/cc (lambda (k) (set! again k) (values 0 0))))
        (lambda (a b) (list a b))))
(set! times (+ times 1))
(if (< times 3) (again times (* times times)))
(show (call-with-values
        (lambda () (dynamic-wind void (lambda () (values 1 2 3)) void))
        (lambda (a b c) (list c b a))))
(define parameter (make-parameter 1))
(show (call-with-values
        (lambda () (parameterize ((parameter 2)) (values (parameter) 3)))
        (lambda (a b) (list a b (parameter)))))

;; Values that are kept and given on later.
(show (let ((kept (some 2))) (call-with-values (lambda () kept) list)))

;; A wrong number.
(told (call-with-values (lambda () (values 1 2)) (lambda (a) a)))
(told (call-with-values (lambda () (some 2)) (lambda (a) a)))
(told (call-with-values (lambda () 1) (lambda (a b) a)))
(told (call-with-values (lambda () (some 1)) (lambda (a b) a)))
(told (call-with-values (lambda () (some 3)) (lambda (a b) a)))
(told (call-with-values (lambda () (some 3)) (lambda () 1)))
(told (call-with-values (lambda () (some 0)) (lambda (a . b) 1)))
(told (let-values (((a b) (values 1 2 3))) a))
(told (let-values (((a b) (some 3))) a))
(told (let*-values (((a) (some 2))) a))
(told (let () (define-values (a b c) (two 1)) a))
(told (call-with-values (lambda () (if (= times 99) (values 1 2) (values 1)))
        (lambda (wanted other) wanted)))
