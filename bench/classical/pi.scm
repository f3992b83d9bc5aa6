;;; Large integers: the digits of pi, by the spigot of Gibbons.

(define (digits count)
  (let loop ((q 1) (r 0) (t 1) (k 1) (n 3) (l 3) (left count) (sum 0))
    (cond ((= left 0) sum)
          ((< (- (+ (* 4 q) r) t) (* n t))
           (loop (* 10 q)
                 (* 10 (- r (* n t)))
                 t
                 k
                 (- (quotient (* 10 (+ (* 3 q) r)) t) (* 10 n))
                 l
                 (- left 1)
                 (remainder (+ (* 31 sum) n) 1000003)))
          (else
           (loop (* q k)
                 (* (+ (* 2 q) r) l)
                 (* t l)
                 (+ k 1)
                 (quotient (+ (* q (+ (* 7 k) 2)) (* r l)) (* t l))
                 (+ l 2)
                 left
                 sum)))))

(define (benchmark size) (digits size))
