;; A node that does only what others ask of it, and has an echo service.
(import (scheme base) (scheme write) (termite process))

(publish-service
 'echo
 (spawn
  (lambda ()
    (let loop ()
      (recv ((from tag object) (! from (list tag object))))
      (loop)))))
(display "ready")
(newline)
