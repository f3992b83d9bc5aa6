;; A counter with a service. It says when another node is lost.
(import (scheme base) (scheme write) (scheme process-context) (mound simulate)
        (termite process))

(define (show . objects)
  (for-each display objects)
  (newline))

(publish-service
 'counter
 (spawn
  (lambda ()
    (let loop ((count 0))
      (recv
        ((from tag 'next)
         (note! 'counted (+ count 1))
         (! from (list tag (+ count 1)))
         (loop (+ count 1)))
        (('watch pid)
         (monitor pid)
         (loop count))
        (('down _ _ reason _)
         (show "lost: " reason)
         (loop count)))))))
(show "ready")
