;;; Sort libraries: SRFI 132, the part for lists and whole vectors.

(define-library (srfi 132)
  (import
    (rename (mound sort)
            (list-sort list-stable-sort) (vector-sort vector-stable-sort)
            (vector-sort! vector-stable-sort!))
    (only (mound sort) list-sort vector-sort vector-sort!))
  (export
    list-merge list-sort list-sorted? list-stable-sort vector-sort vector-sort!
    vector-sorted? vector-stable-sort vector-stable-sort!))
