(import (scheme base))
(define (f x)
  (if))
(let ((a 1) (a 2)) a)
