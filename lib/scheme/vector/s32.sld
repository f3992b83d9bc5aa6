;;; Vectors of numbers of the kind s32: R7RS-large, SRFI 160.

(define-library (scheme vector s32)
  (import (srfi 160 s32))
  (export
    list->s32vector make-s32vector make-s32vector-generator
    reverse-list->s32vector reverse-s32vector->list s32? s32vector
    s32vector->list s32vector->vector s32vector-any s32vector-append
    s32vector-append-subvectors s32vector-comparator s32vector-concatenate
    s32vector-copy s32vector-copy! s32vector-count s32vector-cumulate
    s32vector-drop s32vector-drop-right s32vector-drop-while
    s32vector-drop-while-right s32vector-empty? s32vector-every
    s32vector-fill! s32vector-filter s32vector-fold s32vector-fold-right
    s32vector-for-each s32vector-index s32vector-index-right
    s32vector-length s32vector-map s32vector-map! s32vector-partition
    s32vector-ref s32vector-remove s32vector-reverse!
    s32vector-reverse-copy s32vector-reverse-copy! s32vector-segment
    s32vector-set! s32vector-skip s32vector-skip-right s32vector-swap!
    s32vector-take s32vector-take-right s32vector-take-while
    s32vector-take-while-right s32vector-unfold s32vector-unfold!
    s32vector-unfold-right s32vector-unfold-right! s32vector= s32vector?
    vector->s32vector write-s32vector))
