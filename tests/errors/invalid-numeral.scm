(import (scheme base))
(define limit #x12g)
