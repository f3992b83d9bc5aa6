;; Processes that make processes, until there is no memory for more.
(define (attack)
  (define (bomb)
    (spawn bomb)
    (spawn bomb)
    (recv (after 0.2 #f)))
  (for-seconds 2 bomb))
