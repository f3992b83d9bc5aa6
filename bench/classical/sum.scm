;;; Integer additions and comparisons in one loop.

(define (sum-down number)
  (let loop ((number number) (sum 0))
    (if (< number 0)
        sum
        (loop (- number 1) (+ number sum)))))

(define (benchmark size) (sum-down size))
