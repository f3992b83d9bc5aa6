;;; Stable merge sort of lists and vectors.

(define-library (mound sort)
  (import (mound syntax) (mound base))
  (export
    list-merge list-sort list-sorted? sort vector-sort vector-sort!
    vector-sorted?)
  (include "sort.scm"))
