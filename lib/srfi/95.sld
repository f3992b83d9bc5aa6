;;; Sorting and merging, of lists and vectors.

(define-library (srfi 95)
  (import (mound syntax) (mound base)
          (only (mound sort) list-merge list-sort list-sorted?))
  (export merge merge! sort sort! sorted?)
  (include "95.scm"))
