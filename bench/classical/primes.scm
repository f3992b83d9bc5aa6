;;; A vector that is written: the sieve of Eratosthenes.

(define (sieve limit)
  (let ((prime? (make-vector (+ limit 1) #t)))
    (let next ((number 2) (count 0))
      (cond ((> number limit) count)
            ((vector-ref prime? number)
             (let cross-out ((multiple (* number number)))
               (if (<= multiple limit)
                   (begin
                     (vector-set! prime? multiple #f)
                     (cross-out (+ multiple number)))))
             (next (+ number 1) (+ count 1)))
            (else (next (+ number 1) count))))))

(define (benchmark size) (sieve size))
