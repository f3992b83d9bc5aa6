;;; Vectors of numbers of the kind s64: R7RS-large, SRFI 160.

(define-library (scheme vector s64)
  (import (srfi 160 s64))
  (export
    list->s64vector make-s64vector make-s64vector-generator
    reverse-list->s64vector reverse-s64vector->list s64? s64vector
    s64vector->list s64vector->vector s64vector-any s64vector-append
    s64vector-append-subvectors s64vector-comparator s64vector-concatenate
    s64vector-copy s64vector-copy! s64vector-count s64vector-cumulate
    s64vector-drop s64vector-drop-right s64vector-drop-while
    s64vector-drop-while-right s64vector-empty? s64vector-every
    s64vector-fill! s64vector-filter s64vector-fold s64vector-fold-right
    s64vector-for-each s64vector-index s64vector-index-right
    s64vector-length s64vector-map s64vector-map! s64vector-partition
    s64vector-ref s64vector-remove s64vector-reverse!
    s64vector-reverse-copy s64vector-reverse-copy! s64vector-segment
    s64vector-set! s64vector-skip s64vector-skip-right s64vector-swap!
    s64vector-take s64vector-take-right s64vector-take-while
    s64vector-take-while-right s64vector-unfold s64vector-unfold!
    s64vector-unfold-right s64vector-unfold-right! s64vector= s64vector?
    vector->s64vector write-s64vector))
