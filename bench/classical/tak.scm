;;; Calls and comparisons of small integers: Takeuchi's function.

(define (tak x y z)
  (if (< y x)
      (tak (tak (- x 1) y z)
           (tak (- y 1) z x)
           (tak (- z 1) x y))
      z))

;; Repeats the classical arguments.
(define (benchmark size)
  (do ((count 1 (+ count 1))
       (sum 0 (+ sum (tak 18 12 6))))
      ((> count size) sum)))
