;; The everyday rows of this name, with less to do.
(import (scheme base) (scheme case-lambda) (scheme char) (scheme complex)
        (scheme cxr) (scheme file) (scheme inexact) (scheme lazy)
        (scheme process-context) (scheme read) (scheme write)
        (only (srfi 1) any delete every filter fold)
        (srfi 69)
        (only (srfi 132) list-sort vector-sort!)
        (only (srfi 151) arithmetic-shift bitwise-and bitwise-xor))

(define (everyday row count run)
  (write row)
  (display " ")
  (write (run (+ 1 (quotient count 5000))))
  (newline))

(include "../../bench/everyday/strings.scm")
