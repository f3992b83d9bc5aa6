;;; Vectors of numbers of the kind s16: R7RS-large, SRFI 160.

(define-library (scheme vector s16)
  (import (srfi 160 s16))
  (export
    list->s16vector make-s16vector make-s16vector-generator
    reverse-list->s16vector reverse-s16vector->list s16? s16vector
    s16vector->list s16vector->vector s16vector-any s16vector-append
    s16vector-append-subvectors s16vector-comparator s16vector-concatenate
    s16vector-copy s16vector-copy! s16vector-count s16vector-cumulate
    s16vector-drop s16vector-drop-right s16vector-drop-while
    s16vector-drop-while-right s16vector-empty? s16vector-every
    s16vector-fill! s16vector-filter s16vector-fold s16vector-fold-right
    s16vector-for-each s16vector-index s16vector-index-right
    s16vector-length s16vector-map s16vector-map! s16vector-partition
    s16vector-ref s16vector-remove s16vector-reverse!
    s16vector-reverse-copy s16vector-reverse-copy! s16vector-segment
    s16vector-set! s16vector-skip s16vector-skip-right s16vector-swap!
    s16vector-take s16vector-take-right s16vector-take-while
    s16vector-take-while-right s16vector-unfold s16vector-unfold!
    s16vector-unfold-right s16vector-unfold-right! s16vector= s16vector?
    vector->s16vector write-s16vector))
