(import (scheme base))
(define (add a b) (+ a b))
(let ((sum (add 1)))
  sum)
