;; The receiver computes and never looks at what comes.
(define (attack)
  (define (spin) (spin))
  (flood (lambda () (list 1 2 3)) spin))
