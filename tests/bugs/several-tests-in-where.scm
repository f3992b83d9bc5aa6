;; A `where` with more than one test was no guard but part of the body, a call of an unbound `where`.
(import (scheme base) (scheme write) (termite process))

(define-syntax show
  (syntax-rules ()
    ((_ form) (begin (write form) (newline)))))

(define (size n)
  (match n
    (x (where (odd? x) (> x 6)) 'large)
    (x (where (odd? x) (> x 4)) (where (< x 6)) 'five)
    (x (where) 'other)))
(show (map size '(9 5 3 8)))
(! (self) 7)
(! (self) 8)
(show (recv (x (where (odd? x) (> x 7)) 'no) (x (where (even? x) (> x 7)) (list 'yes x))))
(show (recv (x (where (odd? x) (> x 6)) (list 'yes x))))
;; What is tested after a test that fails is not evaluated.
(show (match 'symbol (x (where (number? x) (> x 6)) 'no) (_ 'no-number)))
