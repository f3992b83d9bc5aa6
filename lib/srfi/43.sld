;;; Vectors, with procedures that get the index of each element, too.

(define-library (srfi 43)
  (import
    (mound syntax)
    (except (mound base) vector-copy vector-for-each vector-map)
    (only (srfi 133)
          reverse-list->vector reverse-vector->list vector-any
          vector-binary-search vector-concatenate vector-empty? vector-every
          vector-index vector-index-right vector-reverse!
          vector-reverse-copy vector-reverse-copy! vector-skip
          vector-skip-right vector-swap! vector-unfold vector-unfold-right
          vector=)
    (rename (only (mound base) vector-copy) (vector-copy %vector-copy)))
  (export
    list->vector make-vector reverse-list->vector reverse-vector->list vector
    vector->list vector-any vector-append vector-binary-search
    vector-concatenate vector-copy vector-copy! vector-count vector-empty?
    vector-every vector-fill! vector-fold vector-fold-right vector-for-each
    vector-index vector-index-right vector-length vector-map vector-map!
    vector-ref vector-reverse! vector-reverse-copy vector-reverse-copy!
    vector-set! vector-skip vector-skip-right vector-swap! vector-unfold
    vector-unfold-right vector= vector?)
  (include "43.scm"))
