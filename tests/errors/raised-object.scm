(import (scheme base))
(define (check x) (if (odd? x) (raise (list 'odd x)) x))
(define (sum a b) (+ (check a) (check b)))
(sum 2 5)
