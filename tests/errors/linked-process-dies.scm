(import (scheme base) (termite process))
(define (worker) (vector-ref (vector 1 2 3) 3))
(spawn-link worker)
(?)
