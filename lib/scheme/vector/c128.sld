;;; Vectors of numbers of the kind c128: R7RS-large, SRFI 160.

(define-library (scheme vector c128)
  (import (srfi 160 c128))
  (export
    c128? c128vector c128vector->list c128vector->vector c128vector-any
    c128vector-append c128vector-append-subvectors c128vector-comparator
    c128vector-concatenate c128vector-copy c128vector-copy!
    c128vector-count c128vector-cumulate c128vector-drop
    c128vector-drop-right c128vector-drop-while
    c128vector-drop-while-right c128vector-empty? c128vector-every
    c128vector-fill! c128vector-filter c128vector-fold
    c128vector-fold-right c128vector-for-each c128vector-index
    c128vector-index-right c128vector-length c128vector-map
    c128vector-map! c128vector-partition c128vector-ref c128vector-remove
    c128vector-reverse! c128vector-reverse-copy c128vector-reverse-copy!
    c128vector-segment c128vector-set! c128vector-skip
    c128vector-skip-right c128vector-swap! c128vector-take
    c128vector-take-right c128vector-take-while
    c128vector-take-while-right c128vector-unfold c128vector-unfold!
    c128vector-unfold-right c128vector-unfold-right! c128vector=
    c128vector? list->c128vector make-c128vector make-c128vector-generator
    reverse-c128vector->list reverse-list->c128vector vector->c128vector
    write-c128vector))
