;; SRFI 144: remainders of flonums are exact, have the sign of a zero dividend,
;; and are what the functions of C give at the edges.

(import (scheme base) (scheme write) (srfi 144))

(define (show . all)
  (write all)
  (newline))

(show (flremainder 5. 3.) (flremainder -5. 3.) (flremainder 5. -3.))
(show (flremainder 6. 3.) (flremainder -6. 3.) (flremainder -0. 3.))
(show (flremainder 1e300 7.) (flremainder 5. +inf.0))
(show (flremainder +inf.0 5.) (flremainder 5. 0.) (flremainder +nan.0 1.))
;; The nearest multiple, and the even one of two.
(call-with-values (lambda () (flremquo 5. 3.)) show)
(call-with-values (lambda () (flremquo -5. 3.)) show)
(call-with-values (lambda () (flremquo 3. 2.)) show)
(call-with-values (lambda () (flremquo 5. 2.)) show)
(call-with-values (lambda () (flremquo -6. 3.)) show)
