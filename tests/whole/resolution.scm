;; The whole program of this name, with less to do.
(import (scheme base) (scheme case-lambda) (scheme char) (scheme complex)
        (scheme cxr) (scheme inexact) (scheme lazy) (scheme read) (scheme write)
        (only (srfi 1) any delete every filter fold)
        (srfi 69)
        (only (srfi 132) list-sort vector-sort!)
        (only (srfi 151) arithmetic-shift bitwise-and bitwise-xor))
(include "../../bench/whole/resolution.scm")

(write (benchmark 8))
(newline)
