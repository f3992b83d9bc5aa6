;;; Vectors of numbers of the kind s8: R7RS-large, SRFI 160.

(define-library (scheme vector s8)
  (import (srfi 160 s8))
  (export
    list->s8vector make-s8vector make-s8vector-generator
    reverse-list->s8vector reverse-s8vector->list s8? s8vector
    s8vector->list s8vector->vector s8vector-any s8vector-append
    s8vector-append-subvectors s8vector-comparator s8vector-concatenate
    s8vector-copy s8vector-copy! s8vector-count s8vector-cumulate
    s8vector-drop s8vector-drop-right s8vector-drop-while
    s8vector-drop-while-right s8vector-empty? s8vector-every
    s8vector-fill! s8vector-filter s8vector-fold s8vector-fold-right
    s8vector-for-each s8vector-index s8vector-index-right s8vector-length
    s8vector-map s8vector-map! s8vector-partition s8vector-ref
    s8vector-remove s8vector-reverse! s8vector-reverse-copy
    s8vector-reverse-copy! s8vector-segment s8vector-set! s8vector-skip
    s8vector-skip-right s8vector-swap! s8vector-take s8vector-take-right
    s8vector-take-while s8vector-take-while-right s8vector-unfold
    s8vector-unfold! s8vector-unfold-right s8vector-unfold-right!
    s8vector= s8vector? vector->s8vector write-s8vector))
