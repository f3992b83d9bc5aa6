;; match: the same patterns for any object.
(import (scheme base) (scheme write) (termite process) (mound conditions))

(define (show object) (write object) (newline))

(define (simplify e)
  (match e
    (('+ 0 x) (simplify x))
    (('+ x 0) (simplify x))
    (('* 0 _) 0)
    (('* 1 x) (simplify x))
    (('+ x x) (list '* 2 (simplify x)))
    ((op x y) (where (symbol? op)) (list op (simplify x) (simplify y)))
    (x x)))
(show (map simplify
           '((+ 0 a) (* 0 b) (+ (* 1 x) 0) (+ z z) (- (+ 0 1) 2) (1 2 3))))
(show (match 5 ((a b) 'pair) (n (where (number? n)) (where (> n 3)) 'big) (_ 'other)))
(show (match 2 (n (where (number? n)) (where (> n 3)) 'big) (_ 'other)))
(show (match '(1 2) (`(,a ,b) (list b a))))
(show (match '(add 1 (mul 2 3)) (`(add ,x (mul . ,rest)) (list x rest))))
(define expected 42)
(show (map (lambda (n) (match n (,expected 'yes) (,(+ expected 1) 'next) (_ 'no)))
           '(42 43 44)))
(show (guard (e (#t (list (condition-kind e) (error-object-irritants e))))
        (match 5 ((a) 1))))
(define (length-of list)
  (match list (() 0) ((_ . rest) (+ 1 (length-of rest)))))
(show (length-of '(a b c)))
(define (loop n) (match n (0 'done) (n (loop (- n 1)))))
(show (loop 50000))
(show (match '(1 2 3) ((a . b) (define c (list a b)) c)))
;; Names made by a macro are apart from names it is given.
(define-syntax first-of
  (syntax-rules () ((_ pattern list) (match list ((x . pattern) x)))))
(show (first-of (x) '(1 2)))
