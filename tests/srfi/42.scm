;; SRFI 42: eager comprehensions.
(import (scheme base) (scheme read) (srfi 42) (srfi 64))
(test-begin "srfi-42")
(define-syntax tests
  (syntax-rules (=>)
    ((_) #t)
    ((_ form => expected . rest) (begin (test-equal 'expected form) (tests . rest)))))
(define my-port (lambda () (open-input-string "0 1 2 three")))

(test-group "do-ec"
  (tests
   (let ((x 0)) (do-ec (set! x (+ x 1))) x) => 1
   (let ((x 0)) (do-ec (:range i 0) (set! x (+ x 1))) x) => 0
   (let ((x 0)) (do-ec (:range i 10) (set! x (+ x 1))) x) => 10
   (let ((x 0)) (do-ec (:range n 10) (:range k n) (set! x (+ x 1))) x) => 45
   ;; A command that looks like a qualifier.
   (let ((x 0)) (do-ec (if #t (set! x 5))) x) => 5
   (let ((x 0)) (do-ec (:range i 3) (begin (set! x (+ x i)))) x) => 3))

(test-group "qualifiers"
  (tests
   (list-ec (:range n 4) (if (even? n)) n) => (0 2)
   (list-ec (:range n 4) (not (even? n)) n) => (1 3)
   (list-ec (:range n 10) (and (even? n) (> n 2)) n) => (4 6 8)
   (list-ec (:range n 7) (or (even? n) (> n 4)) n) => (0 2 4 5 6)
   (list-ec (:range n 2) (and) n) => (0 1)
   (list-ec (:range n 2) (or) n) => ()
   (let ((x 0)) (list-ec (:range n 3) (begin (set! x (+ x 1)) 'ignored) (+ n x))) => (1 3 5)
   (list-ec (nested (:range n 3) (:range k n)) k) => (0 0 1)
   (list-ec (nested) 7) => (7)
   (list-ec (:range n 3) (nested (if (> n 0)) (nested (:range k n))) (list n k))
   => ((1 0) (2 0) (2 1))))

(test-group "comprehensions"
  (tests
   (list-ec 5) => (5)
   (append-ec '(a b)) => (a b)
   (append-ec (:range i 0) '(a b)) => ()
   (append-ec (:range i 1 4) (list i (* i i))) => (1 1 2 4 3 9)
   (string-ec #\a) => "a"
   (string-ec (:range i 0) #\a) => ""
   (string-ec (:range i 2) #\a) => "aa"
   (string-append-ec "ab") => "ab"
   (string-append-ec (:range i 0) "ab") => ""
   (string-append-ec (:range i 2) "ab") => "abab"
   (vector-ec 1) => #(1)
   (vector-ec (:range i 0) i) => #()
   (vector-ec (:range i 3) i) => #(0 1 2)
   (vector-of-length-ec 1 1) => #(1)
   (vector-of-length-ec 0 (:range i 0) i) => #()
   (vector-of-length-ec 4 (:range i 2) (:range j 2) (list i j)) => #((0 0) (0 1) (1 0) (1 1))
   (sum-ec 1) => 1
   (sum-ec (:range i 0) i) => 0
   (sum-ec (:range i 10) i) => 45
   (product-ec 1) => 1
   (product-ec (:range i 1 0) i) => 1
   (product-ec (:range i 1 5) i) => 24
   (min-ec 1) => 1
   (min-ec (:list i '(4 2 3)) i) => 2
   (max-ec 1) => 1
   (max-ec (:list i '(1 4 3)) i) => 4
   (first-ec #f 1) => 1
   (first-ec #f (:range i 0) i) => #f
   (first-ec #f (:range i 5 10) i) => 5
   (let ((last-i -1)) (first-ec #f (:range i 10) (begin (set! last-i i)) i) last-i) => 0
   (last-ec #f 1) => 1
   (last-ec #f (:range i 0) i) => #f
   (last-ec #f (:range i 10) i) => 9
   (any?-ec #f) => #f
   (any?-ec #t) => #t
   (any?-ec (:range i 2) (:range j 2) (= (+ i j) 2)) => #t
   (any?-ec (:range i 2) (:range j 2) (= (+ i j) 3)) => #f
   (every?-ec #f) => #f
   (every?-ec #t) => #t
   (every?-ec (:range i 2) (:range j 2) (< (+ i j) 3)) => #t
   (every?-ec (:range i 2) (:range j 2) (< (+ i j) 2)) => #f
   (fold-ec 'start (:range i 0) i list) => start
   (let ((s 0)) (fold-ec 10 (:range i 4) i (lambda (i x) (+ (* 10 x) i)))) => 100123
   (fold3-ec (error "wrong") 5 (lambda (x) (* 10 x)) (lambda (x y) 'never)) => 50
   (fold3-ec 'empty (:range i 0) i (lambda (x) 'one) (lambda (x y) 'more)) => empty
   (fold3-ec 'empty (:list x '(a b c)) x list cons) => (c b a)
   ;; The combination may use the variables.
   (fold-ec '() (:range i 3) 'x (lambda (x rest) (cons (list x i) rest))) => ((x 2) (x 1) (x 0))))

(test-group "one element is not computed too many"
  (define seen '())
  (define (see x) (set! seen (cons x seen)) x)
  (define-syntax sees
    (syntax-rules () ((_ expected form) (begin (set! seen '()) form (test-equal 'expected (reverse seen))))))
  (sees (0 1 2) (any?-ec (:range i 5) (= (see i) 2)))
  (sees (0 1 2) (every?-ec (:integers i) (< (see i) 2)))
  (sees ((0 0) (0 1)) (first-ec #f (:integers i) (:integers j) (begin (see (list i j))) (if (= j 1)) j))
  (sees (7) (first-ec #f (nested (:integers i) (begin (see 7))) (and #t) (or #t) (not #f) i)))

(test-group "list, string, vector"
  (tests
   (list-ec (:list x '()) x) => ()
   (list-ec (:list x '(1)) x) => (1)
   (list-ec (:list x '(1) '(2 3) '() '(4)) x) => (1 2 3 4)
   (list-ec (:list x (index i) '(a b)) (list i x)) => ((0 a) (1 b))
   (list-ec (:list x (index i) '(a) '(b)) (list i x)) => ((0 a) (1 b))
   (list-ec (:string c "") c) => ()
   (list-ec (:string c "ab") c) => (#\a #\b)
   (list-ec (:string c "a" "" "bc") c) => (#\a #\b #\c)
   (list-ec (:string c (index i) "a" "b") (cons c i)) => ((#\a . 0) (#\b . 1))
   (list-ec (:vector x (vector)) x) => ()
   (list-ec (:vector x (vector 1 2)) x) => (1 2)
   (list-ec (:vector x #(1) #(2) #() #(3 4)) x) => (1 2 3 4)
   (list-ec (:vector x (index i) #(a b)) (list i x)) => ((0 a) (1 b))))

(test-group "numbers and characters"
  (tests
   (list-ec (:while (:integers i) (< i 3)) i) => (0 1 2)
   (list-ec (:while (:integers i (index j)) (< i 3)) (list i j)) => ((0 0) (1 1) (2 2))
   (list-ec (:range x -2) x) => ()
   (list-ec (:range x 3) x) => (0 1 2)
   (list-ec (:range x 2 -1) x) => ()
   (list-ec (:range x 1 4) x) => (1 2 3)
   (list-ec (:range x 0 5 2) x) => (0 2 4)
   (list-ec (:range x 0 6 2) x) => (0 2 4)
   (list-ec (:range x 0 -5 -2) x) => (0 -2 -4)
   (list-ec (:range x 0 -6 -2) x) => (0 -2 -4)
   (list-ec (:range x 0 5 -1) x) => ()
   (list-ec (:range x (index i) 2) (list x i)) => ((0 0) (1 1))
   (list-ec (:range x (index i) 3 5) (list x i)) => ((3 0) (4 1))
   (list-ec (:range x (index i) 9 0 -4) (list x i)) => ((9 0) (5 1) (1 2))
   (list-ec (:range x (expt 10 20) (+ 2 (expt 10 20))) x) => (100000000000000000000 100000000000000000001)
   (list-ec (:real-range x 3) x) => (0 1 2)
   (list-ec (:real-range x 2.5) x) => (0.0 1.0 2.0)
   (list-ec (:real-range x 1 2.2 1/2) x) => (1.0 1.5 2.0)
   (list-ec (:real-range x 0 1 1/3) x) => (0 1/3 2/3)
   (list-ec (:real-range x 1.5 0 -0.5) x) => (1.5 1.0 0.5)
   (list-ec (:real-range x 1 0) x) => ()
   (list-ec (:real-range x (index i) 0.0 2) (list x i)) => ((0.0 0) (1.0 1))
   (list-ec (:real-range x (index i) 2.0) i) => (0 1)
   (list-ec (:real-range x (index i) 0 3.0 2) (list x i)) => ((0.0 0) (2.0 1))
   (list-ec (:char-range c #\a #\d) c) => (#\a #\b #\c #\d)
   (list-ec (:char-range c #\d #\a) c) => ()
   (list-ec (:char-range c (index i) #\a #\b) (list i c)) => ((0 #\a) (1 #\b))
   (map char->integer (list-ec (:char-range c #\xD7FE #\xE001) c)) => (#xD7FE #xD7FF #xE000 #xE001)))

(test-group "ports"
  (tests
   (list-ec (:port x (my-port)) x) => (0 1 2 three)
   (list-ec (:port x (index i) (my-port)) (list x i)) => ((0 0) (1 1) (2 2) (three 3))
   (list-ec (:port c (open-input-string "a b") read-char) c) => (#\a #\space #\b)
   (list-ec (:port l (index i) (open-input-string "a b\nc") read-line) (cons i l)) => ((0 . "a b") (1 . "c"))
   (list-ec (:port x (open-input-string "")) x) => ()))

(test-group "general generators"
  (tests
   (list-ec (:do ((i 0)) (< i 3) ((+ i 1))) i) => (0 1 2)
   (list-ec (:do (let ((x 'x)) (set! x 5)) ((i 0)) (< i x) (let ((j (* i i))) (set! j (+ j 1))) (< j 5) ((+ i 1)))
            (list x i j)) => ((5 0 1) (5 1 2) (5 2 5))
   (list-ec (:let x 1) x) => (1)
   (list-ec (:let x 1) (:let y (+ x 1)) (list x y)) => ((1 2))
   (list-ec (:let x (index i) 5) (list x i)) => ((5 0))
   (list-ec (:parallel) 'once) => (once)
   (list-ec (:parallel (:range i 2)) i) => (0 1)
   (list-ec (:parallel (:range i 1 10) (:list x '(a b c))) (list i x)) => ((1 a) (2 b) (3 c))
   (list-ec (:parallel (:list x '(a)) (:integers i) (:let y 'y)) (list x i y)) => ((a 0 y))
   (list-ec (:parallel (:range i (index j) 3) (:string c "ab")) (list i j c)) => ((0 0 #\a) (1 1 #\b))
   (list-ec (:while (:range i 1 10) (< i 5)) i) => (1 2 3 4)
   (list-ec (:while (:list x '()) (error "asked")) x) => ()
   (list-ec (:while (:parallel (:list x '(1 2 3)) (:string c "abc")) (not (char=? c #\c))) (list x c)) => ((1 #\a) (2 #\b))
   (list-ec (:until (:range i 1 10) (>= i 5)) i) => (1 2 3 4 5)
   (list-ec (:until (:while (:list x '(1 2 3 4 5)) (< x 5)) (= x 3)) x) => (1 2 3)
   (list-ec (:while (:until (:list x '(1 2 3 4 5)) (= x 3)) (< x 3)) x) => (1 2)))

;; Pythagorean triples, primes and quicksort, as in the text.
(define (pythagoras n)
  (list-ec (:let sqr-n (* n n))
           (:range a 1 (+ n 1))
           (:let sqr-a (* a a))
           (:range b a (+ n 1))
           (:let sqr-c (+ sqr-a (* b b)))
           (if (<= sqr-c sqr-n))
           (:range c b (+ n 1))
           (if (= (* c c) sqr-c))
           (list a b c)))
(define (eratosthenes n)
  (let ((p? (make-string (+ n 1) #\1)))
    (do-ec (:range k 2 (+ n 1))
           (if (char=? (string-ref p? k) #\1))
           (:range i (* 2 k) (+ n 1) k)
           (string-set! p? i #\0))
    (list-ec (:range k 2 (+ n 1)) (if (char=? (string-ref p? k) #\1)) k)))
(define (quicksort xs)
  (if (null? xs)
      '()
      (let ((pivot (car xs)) (xs (cdr xs)))
        (append (quicksort (list-ec (:list x xs) (if (< x pivot)) x))
                (list pivot)
                (quicksort (list-ec (:list x xs) (if (>= x pivot)) x))))))
(define (pi-bbp m)
  (sum-ec (:range n 0 (+ m 1))
          (:let n8 (* 8 n))
          (* (- (/ 4 (+ n8 1)) (+ (/ 2 (+ n8 4)) (/ 1 (+ n8 5)) (/ 1 (+ n8 6)))) (/ 1 (expt 16 n)))))
(define (read-lines port) (list-ec (:port line port read-line) line))
(test-group "programs"
  (tests
   (pythagoras 15) => ((3 4 5) (5 12 13) (6 8 10) (9 12 15))
   (eratosthenes 50) => (2 3 5 7 11 13 17 19 23 29 31 37 41 43 47)
   (quicksort '(1 5 4 2 4 5 3 2 1 3)) => (1 1 2 2 3 3 4 4 5 5)
   (< (abs (- (pi-bbp 6) 3.14159265359)) 1e-9) => #t
   (read-lines (open-input-string "one\ntwo")) => ("one" "two")))

;; Generators of a program: as macros, by procedures, and in the dispatcher.
(define-syntax :squares
  (syntax-rules (index)
    ((_ next var (index i) n) (:do next (let ((end n))) ((i 0)) (< i end) (let ((var (* i i)))) #t ((+ i 1))))
    ((_ next var n) (:squares next var (index i) n))))
(define-syntax :odd
  (syntax-rules () ((_ next var list) (:list next var (list-ec (:list x list) (if (odd? x)) x)))))
(define (symbol-dispatch arguments)
  (cond ((null? arguments) 'symbols)
        ((and (null? (cdr arguments)) (symbol? (car arguments)))
         (:generator-proc (:string (symbol->string (car arguments)))))
        (else #f)))
(define (collect generator)
  (let loop ((found '()))
    (let ((x (generator 'end))) (if (eq? x 'end) (reverse found) (loop (cons x found))))))
(test-group "generators of a program"
  (tests
   (list-ec (:squares x 4) x) => (0 1 4 9)
   (list-ec (:squares x (index i) 3) (list x i)) => ((0 0) (1 1) (4 2))
   (list-ec (:parallel (:squares x 9) (:odd y '(1 2 3))) (list x y)) => ((0 1) (1 3))
   (first-ec #f (:squares x 100) (if (> x 50)) x) => 64
   (list-ec (:dispatched c symbol-dispatch 'ab) c) => (#\a #\b)
   (list-ec (:dispatched c (index i) symbol-dispatch 'ab) (cons i c)) => ((0 . #\a) (1 . #\b))
   (collect (:generator-proc (:list '(1 2) '(3)))) => (1 2 3)
   (collect (:generator-proc (:range 1 8 3))) => (1 4 7)
   (collect (:generator-proc (:squares 3))) => (0 1 4)
   (collect (:generator-proc (:char-range #\a #\c))) => (#\a #\b #\c)
   (collect (:generator-proc (:let 5))) => (5)
   (collect (:generator-proc (:list '()))) => ())
  ;; What has ended stays so, and two procedures of one form are two.
  (let ((g (:generator-proc (:list '(1)))))
    (test-equal '(1 end end) (let* ((a (g 'end)) (b (g 'end)) (c (g 'end))) (list a b c))))
  (let* ((make (lambda () (:generator-proc (:range 3)))) (g (make)) (h (make)))
    (test-equal '(0 1 0 2 end 1)
      (let* ((a (g 'end)) (b (g 'end)) (c (h 'end)) (d (g 'end)) (e (g 'end)) (f (h 'end)))
        (list a b c d e f)))))

(test-group "the dispatcher"
  (tests
   (list-ec (: c "ab") c) => (#\a #\b)
   (list-ec (: c "ab" "cd") c) => (#\a #\b #\c #\d)
   (list-ec (: x '(a) '(b)) x) => (a b)
   (list-ec (: x #(a) #(b)) x) => (a b)
   (list-ec (: x 3) x) => (0 1 2)
   (list-ec (: x 1 3) x) => (1 2)
   (list-ec (: x 1 9 3) x) => (1 4 7)
   (list-ec (: x 2.) x) => (0.0 1.0)
   (list-ec (: x 1 2 0.5) x) => (1.0 1.5)
   (list-ec (: x 1/2 2) x) => (1/2 3/2)
   (list-ec (: c #\a #\c) c) => (#\a #\b #\c)
   (list-ec (: x (my-port)) x) => (0 1 2 three)
   (list-ec (: c (open-input-string "ab") read-char) c) => (#\a #\b)
   (list-ec (: x (index i) "ab") (list x i)) => ((#\a 0) (#\b 1))
   (list-ec (: x 2) (: y x) (list x y)) => ((1 0)))
  (test-error 'type (list-ec (: x 'a) x))
  (test-error 'type (list-ec (: x 1 2 3 4) x))
  (test-error 'type (list-ec (: x 1 "a") x))
  (test-error 'type (list-ec (: x #\a) x))
  (let ((before (:-dispatch-ref)))
    (:-dispatch-set! (dispatch-union before symbol-dispatch))
    (test-equal '(#\a #\b 0 1) (append (list-ec (: c 'ab) c) (list-ec (: x 2) x)))
    (test-assert (memq 'symbols ((:-dispatch-ref) '())))
    (:-dispatch-set! (dispatch-union symbol-dispatch symbol-dispatch))
    (test-error 'error (list-ec (: c 'ab) c))
    (:-dispatch-set! (make-initial-:-dispatch))
    (test-error 'type (list-ec (: c 'ab) c))
    (test-equal '(0) (list-ec (: x 1) x))))

(test-group "complaints"
  (test-error 'range (vector-of-length-ec 2 (:range i 3) i))
  (test-error 'range (vector-of-length-ec 4 (:range i 3) i))
  (test-error 'type (list-ec (:range x 1.5) x))
  (test-error 'type (list-ec (:range x 0 1/2 1) x))
  (test-error 'range (list-ec (:range x 0 1 0) x))
  (test-error 'range (list-ec (:real-range x 0 1 0.0) x))
  (test-error 'type (list-ec (:real-range x 'a) x))
  (test-error 'type (list-ec (:real-range x +inf.0) x))
  (test-error 'type (list-ec (:string x '(a)) x))
  (test-error 'type (list-ec (:list x '(1 . 2)) x))
  (test-error 'arity (min-ec (:range i 0) i))
  (test-error 'arity (max-ec (:range i 0) i))
  (test-error 'type (:-dispatch-set! 'x))
  (test-error 'arity (dispatch-union cons list?)))
(test-group "vectors of a length"
  (define (values-of k n)
    (let ((seen '()))
      (guard (e (#t (list 'refused (reverse seen))))
        (let ((v (vector-of-length-ec k (:range i n) (begin (set! seen (cons i seen)) (* 10 i)))))
          (list v (reverse seen))))))
  (test-equal '(#() ()) (values-of 0 0))
  (test-equal '(#(0 10 20) (0 1 2)) (values-of 3 3))
  ;; Too few; too many: what is too much is not evaluated.
  (test-equal '(refused (0 1)) (values-of 3 2))
  (test-equal '(refused (0 1 2)) (values-of 3 4))
  (test-equal '(refused ()) (values-of 0 1))
  (test-error 'range (vector-of-length-ec 2 (:range i 3) i))
  (test-error 'range (vector-of-length-ec 2 (:range i 1) i)))
(test-end)
