;;; Vectors: R7RS-large, SRFI 133.

(define-library (scheme vector)
  (import (srfi 133))
  (export
    list->vector make-vector reverse-list->vector reverse-vector->list
    string->vector vector vector->list vector->string vector-any
    vector-append vector-append-subvectors vector-binary-search
    vector-concatenate vector-copy vector-copy! vector-count
    vector-cumulate vector-empty? vector-every vector-fill! vector-fold
    vector-fold-right vector-for-each vector-index vector-index-right
    vector-length vector-map vector-map! vector-partition vector-ref
    vector-reverse! vector-reverse-copy vector-reverse-copy! vector-set!
    vector-skip vector-skip-right vector-swap! vector-unfold
    vector-unfold! vector-unfold-right vector-unfold-right! vector=
    vector?))
