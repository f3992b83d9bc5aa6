;; An output that depends on the order of events.
(import (termite))

(define me (self))
(define (racer name)
  (spawn (lambda ()
           (let loop ((n 0))
             (if (< n 5)
                 (begin
                   (! me (list name n (random-integer 10)))
                   (recv (after (/ (random-integer 3) 1000) 'paused))
                   (loop (+ n 1))))))))
(for-each racer '(a b c d))
(let loop ((left 20))
  (if (> left 0)
      (begin (print (? 5)) (loop (- left 1)))))
(print (current-jiffy) (current-second))
