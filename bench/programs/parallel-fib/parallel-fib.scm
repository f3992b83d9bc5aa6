;;; Fibonacci numbers by a tree of processes: 1024 of them compute, the rest add.

(import (scheme base) (scheme write) (scheme time) (mound sort)
        (only (termite process) ! !? ? recv self spawn terminate! priority:
              process-info))
(include "../mound.scm")
(include "../measure.scm")

(define (fib n)
  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))

(define (fib-beside n depth)
  (if (= depth 0)
      (fib n)
      (let* ((me (self))
             (start (lambda (m)
                      (spawn (lambda () (! me (fib-beside m (- depth 1))))))))
        (start (- n 1))
        (start (- n 2))
        (+ (?) (?)))))

(measure-times 3 'parallel-fib 1 same (lambda () (fib-beside 36 10)))
