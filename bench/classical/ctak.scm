;;; Continuations: Takeuchi's function, where each result is thrown to a continuation
;;; that was captured for it.

(define (ctak x y z)
  (call-with-current-continuation
   (lambda (return) (ctak-to return x y z))))

(define (ctak-to return x y z)
  (if (< y x)
      (ctak-to return
               (call-with-current-continuation
                (lambda (k) (ctak-to k (- x 1) y z)))
               (call-with-current-continuation
                (lambda (k) (ctak-to k (- y 1) z x)))
               (call-with-current-continuation
                (lambda (k) (ctak-to k (- z 1) x y))))
      (return z)))

(define (benchmark size)
  (do ((count 1 (+ count 1))
       (sum 0 (+ sum (ctak 14 9 4))))
      ((> count size) sum)))
