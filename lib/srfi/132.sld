;;; Sorting, merging and selecting.

(define-library (srfi 132)
  (import
    (mound syntax) (mound base)
    (rename (except (mound sort) sort)
            (list-sorted? %list-sorted?) (vector-sort %vector-sort)
            (vector-sort! %vector-sort!) (vector-sorted? %vector-sorted?)))
  (export
    list-delete-neighbor-dups list-delete-neighbor-dups! list-merge
    list-merge! list-sort list-sort! list-sorted? list-stable-sort
    list-stable-sort! vector-delete-neighbor-dups
    vector-delete-neighbor-dups! vector-find-median vector-find-median!
    vector-merge vector-merge! vector-select! vector-separate! vector-sort
    vector-sort! vector-sorted? vector-stable-sort vector-stable-sort!)
  (include "132.scm"))
