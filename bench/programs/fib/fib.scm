;;; Calls and small integers: the Fibonacci numbers by their definition.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define (fib n)
  (if (< n 2)
      n
      (+ (fib (- n 1)) (fib (- n 2)))))

(measure-times 3 'fib 1 same (lambda () (fib 34)))
