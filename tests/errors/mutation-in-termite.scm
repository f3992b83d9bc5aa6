;; The language of the paper changes nothing in place.
(import (termite))
(define counter 1)
(define (increment) (set! counter (+ counter 1)))
