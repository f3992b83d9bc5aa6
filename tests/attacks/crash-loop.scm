;; Processes that die of an error as fast as they are made.
(define (attack)
  (let loop ((n 0))
    (spawn (lambda () (car n)))
    (if (< n 100000) (loop (+ n 1)))))
