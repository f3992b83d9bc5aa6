;;; Comparators: R7RS-large, SRFI 128 and SRFI 162.

(define-library (scheme comparator)
  (import (srfi 128) (srfi 162))
  (export
    <=? <? =? >=? >? boolean-comparator boolean-hash char-ci-comparator
    char-ci-hash char-comparator char-hash comparator-check-type
    comparator-equality-predicate comparator-hash comparator-hash-function
    comparator-hashable? comparator-if<=> comparator-max
    comparator-max-in-list comparator-min comparator-min-in-list
    comparator-ordered? comparator-ordering-predicate
    comparator-register-default! comparator-test-type
    comparator-type-test-predicate comparator? default-comparator
    default-hash eq-comparator equal-comparator eqv-comparator hash-bound
    hash-salt list-comparator make-comparator make-default-comparator
    make-eq-comparator make-equal-comparator make-eqv-comparator
    make-list-comparator make-pair-comparator make-vector-comparator
    number-hash pair-comparator real-comparator string-ci-comparator
    string-ci-hash string-comparator string-hash symbol-hash
    vector-comparator))
