;; The arc tangent of a complex number whose real part is no number took the
;; sign of its result from that part.
(import (scheme base) (scheme write) (scheme inexact) (scheme complex))

(for-each (lambda (imaginary)
            (write (atan (make-rectangular +nan.0 imaginary)))
            (newline))
          '(1e200 -1e200 1.0 0.5))
