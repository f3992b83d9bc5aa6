;; A real number divided by a complex one took part with an imaginary zero, which
;; changed the sign of a zero of the quotient.
(import (scheme base) (scheme write) (scheme complex))

(define (show number)
  (write (list (real-part number) (imag-part number)))
  (newline))

(show (/ 1.0 2.0+0.0i))
(show (/ 1.0 2.0-0.0i))
(show (/ 1.0 (make-rectangular 0.0 2.0)))
(show (/ 1.0 (make-rectangular -0.0 2.0)))
(show (/ -1.0 (make-rectangular -0.0 -2.0)))
(show (/ 1 4.0+0.0i))
(show (/ 1.0+0.0i 2.0+0.0i))
