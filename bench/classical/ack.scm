;;; Deep recursion: the function of Ackermann.

(define (ackermann m n)
  (cond ((= m 0) (+ n 1))
        ((= n 0) (ackermann (- m 1) 1))
        (else (ackermann (- m 1) (ackermann m (- n 1))))))

(define (benchmark size) (ackermann 2 size))
