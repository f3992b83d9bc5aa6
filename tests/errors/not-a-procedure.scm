(import (scheme base))
(define table '((a . 1)))
(define (look-up key) (+ 1 (table key)))
(look-up 'a)
