;;; Closures and calls of unknown procedures: Takeuchi's function, where each call
;;; says what is to be done with the result.

(define (cpstak x y z return)
  (if (< y x)
      (cpstak (- x 1) y z
              (lambda (a)
                (cpstak (- y 1) z x
                        (lambda (b)
                          (cpstak (- z 1) x y
                                  (lambda (c) (cpstak a b c return)))))))
      (return z)))

(define (benchmark size)
  (do ((count 1 (+ count 1))
       (sum 0 (+ sum (cpstak 18 12 6 (lambda (result) result)))))
      ((> count size) sum)))
