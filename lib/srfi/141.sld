;;; Division of integers, rounded in six ways.

(define-library (srfi 141)
  (import (mound syntax) (mound base))
  (export
    balanced-quotient balanced-remainder balanced/ ceiling-quotient
    ceiling-remainder ceiling/ euclidean-quotient euclidean-remainder
    euclidean/ floor-quotient floor-remainder floor/ round-quotient
    round-remainder round/ truncate-quotient truncate-remainder truncate/)
  (include "141.scm"))
