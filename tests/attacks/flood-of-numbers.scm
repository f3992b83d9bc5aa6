;; Messages that are not copied: only the mailbox grows.
(define (attack) (flood (lambda () 1) sleep-for-ever))
