;;; Sorting: R7RS-large, SRFI 132.

(define-library (scheme sort)
  (import (srfi 132))
  (export
    list-delete-neighbor-dups list-delete-neighbor-dups! list-merge
    list-merge! list-sort list-sort! list-sorted? list-stable-sort
    list-stable-sort! vector-delete-neighbor-dups
    vector-delete-neighbor-dups! vector-find-median vector-find-median!
    vector-merge vector-merge! vector-select! vector-separate! vector-sort
    vector-sort! vector-sorted? vector-stable-sort vector-stable-sort!))
