(import (scheme base))

(define (area radius) (* radius radius pie))

(area 2)
