;; Gives back what it is sent, with its time of day and a count, which it
;; forgets when it is started again.
(import (scheme base) (scheme time) (termite process))

(publish-service
 'echo
 (spawn
  (lambda ()
    (let loop ((count 1))
      (recv ((from tag 'ask) (! from (list tag (current-second) count))))
      (loop (+ count 1))))))
