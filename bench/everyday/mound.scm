;;; The names that everyday rows and whole programs need, in Mound.

(import (scheme case-lambda) (scheme complex) (scheme file) (scheme lazy)
        (scheme process-context)
        (only (srfi 1) any delete every filter fold)
        (only (srfi 132) list-sort vector-sort!)
        (only (srfi 151) arithmetic-shift bitwise-and bitwise-xor))
