;; Included by 5.6-include.scm.
(define included 'included)
(define (twice x) (* 2 x))
