;; What the compiler needs for an expression counts: where it is more than there is, eval raises, and
;; smaller ones are compiled.
(import (scheme base) (scheme eval) (scheme write) (mound conditions))

(define base (environment '(scheme base)))
(define (kind-of count)
  (guard (e (#t (condition-kind e)))
    (eval (cons 'begin (make-list count 1)) base)
    'compiled))

(write (map kind-of '(100000 1000 100000 1000)))
(newline)
