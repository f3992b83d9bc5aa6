;; The mailbox of a process that takes nothing is flooded with small messages.
(define (attack) (flood (lambda () (list 1 2 3 4 5 6 7 8)) sleep-for-ever))
