;;; The names that everyday rows and whole programs need, in Guile.

(import (scheme case-lambda) (scheme complex) (scheme file) (scheme lazy)
        (scheme process-context)
        (only (srfi srfi-1) any delete every filter fold)
        (only (rnrs sorting) list-sort vector-sort!)
        (rename (only (rnrs arithmetic bitwise) bitwise-and bitwise-xor
                      bitwise-arithmetic-shift)
                (bitwise-arithmetic-shift arithmetic-shift)))
