;;; Division of integers: R7RS-large, SRFI 141.

(define-library (scheme division)
  (import (srfi 141))
  (export
    balanced-quotient balanced-remainder balanced/ ceiling-quotient
    ceiling-remainder ceiling/ euclidean-quotient euclidean-remainder
    euclidean/ floor-quotient floor-remainder floor/ round-quotient
    round-remainder round/ truncate-quotient truncate-remainder truncate/))
