(import (scheme base))
(define (check x) (if (odd? x) (raise (list 'odd x)) x))
(vector-map check #(2 4 5))
