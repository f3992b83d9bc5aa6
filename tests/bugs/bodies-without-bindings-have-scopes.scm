;; The body of a let* without bindings had no scope: what it defined took the place of
;; the parameter of the procedure around it, or made code that was not valid.
(import (scheme base) (scheme write))

(define (f x) (let* () (define x 1) x) x)
(define (g x) (let* () (define x 1) (set! x 2) x) (lambda () x))
(define (h x) (list (let* () (define (x) 3) (x)) x (lambda () x)))

(write (list (f 7) ((g 8)) (car (h 9)) (cadr (h 9))))
(newline)
