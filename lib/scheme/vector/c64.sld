;;; Vectors of numbers of the kind c64: R7RS-large, SRFI 160.

(define-library (scheme vector c64)
  (import (srfi 160 c64))
  (export
    c64? c64vector c64vector->list c64vector->vector c64vector-any
    c64vector-append c64vector-append-subvectors c64vector-comparator
    c64vector-concatenate c64vector-copy c64vector-copy! c64vector-count
    c64vector-cumulate c64vector-drop c64vector-drop-right
    c64vector-drop-while c64vector-drop-while-right c64vector-empty?
    c64vector-every c64vector-fill! c64vector-filter c64vector-fold
    c64vector-fold-right c64vector-for-each c64vector-index
    c64vector-index-right c64vector-length c64vector-map c64vector-map!
    c64vector-partition c64vector-ref c64vector-remove c64vector-reverse!
    c64vector-reverse-copy c64vector-reverse-copy! c64vector-segment
    c64vector-set! c64vector-skip c64vector-skip-right c64vector-swap!
    c64vector-take c64vector-take-right c64vector-take-while
    c64vector-take-while-right c64vector-unfold c64vector-unfold!
    c64vector-unfold-right c64vector-unfold-right! c64vector= c64vector?
    list->c64vector make-c64vector make-c64vector-generator
    reverse-c64vector->list reverse-list->c64vector vector->c64vector
    write-c64vector))
