;;; The names that the programs need, in Chez Scheme.

(import (chezscheme))

(define (current-jiffy)
  (let ((now (current-time 'time-monotonic)))
    (+ (* 1000000000 (time-second now)) (time-nanosecond now))))
(define (jiffies-per-second) 1000000000)

(define (reductions) #f)
