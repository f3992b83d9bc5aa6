;;; Comparators that need not be made, and what is greatest by one.

(define-library (srfi 162)
  (import (mound syntax) (mound base) (srfi 128))
  (export
    boolean-comparator char-ci-comparator char-comparator comparator-max
    comparator-max-in-list comparator-min comparator-min-in-list
    default-comparator eq-comparator equal-comparator eqv-comparator
    list-comparator pair-comparator real-comparator string-ci-comparator
    string-comparator vector-comparator)
  (include "162.scm"))
