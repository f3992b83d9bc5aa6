;; Each message is memory of its own.
(define (attack) (flood (lambda () (make-list 5000 1)) sleep-for-ever))
