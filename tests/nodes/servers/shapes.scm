;; A node with its own version of a library, and a server that runs on it.
(import (scheme base) (scheme write) (edited shapes) (termite process))

(define (serve)
  (recv
    (('become k) (k 'moved))
    ((from tag ('look object))
     (! from (list tag (if (circle? object)
                           (circle-version object)
                           'not-of-this-version)))))
  (serve))
(publish-service 'shapes (spawn serve))
(display "ready")
(newline)
