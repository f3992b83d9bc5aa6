;; Operations on numbers that take minutes, more of them than there are threads, are begun and ended.
(define (attack)
  (define operations
    (list (lambda () (gcd (expt 3 4000000) (expt 7 2200000)))
          (lambda () (number->string (expt 3 20000000)))
          (lambda () (string->number (make-string 2000000 #\7)))
          (lambda () (exact-integer-sqrt (expt 3 20000000)))
          (lambda () (let loop ((n 3)) (loop (* n n))))
          (lambda () (/ (expt 3 4000000) (expt 7 2200000)))))
  (let ((all (map spawn (append operations operations))))
    (recv (after 0.5 #f))
    (for-each terminate! all)))
