;;; Vectors of numbers of the kind f64: R7RS-large, SRFI 160.

(define-library (scheme vector f64)
  (import (srfi 160 f64))
  (export
    f64? f64vector f64vector->list f64vector->vector f64vector-any
    f64vector-append f64vector-append-subvectors f64vector-comparator
    f64vector-concatenate f64vector-copy f64vector-copy! f64vector-count
    f64vector-cumulate f64vector-drop f64vector-drop-right
    f64vector-drop-while f64vector-drop-while-right f64vector-empty?
    f64vector-every f64vector-fill! f64vector-filter f64vector-fold
    f64vector-fold-right f64vector-for-each f64vector-index
    f64vector-index-right f64vector-length f64vector-map f64vector-map!
    f64vector-partition f64vector-ref f64vector-remove f64vector-reverse!
    f64vector-reverse-copy f64vector-reverse-copy! f64vector-segment
    f64vector-set! f64vector-skip f64vector-skip-right f64vector-swap!
    f64vector-take f64vector-take-right f64vector-take-while
    f64vector-take-while-right f64vector-unfold f64vector-unfold!
    f64vector-unfold-right f64vector-unfold-right! f64vector= f64vector?
    list->f64vector make-f64vector make-f64vector-generator
    reverse-f64vector->list reverse-list->f64vector vector->f64vector
    write-f64vector))
