;;; Flonum additions and comparisons in one loop.

(define (sum-down number)
  (let loop ((number number) (sum 0.0))
    (if (< number 0.0)
        sum
        (loop (- number 1.0) (+ number sum)))))

(define (benchmark size) (exact (sum-down (inexact size))))
