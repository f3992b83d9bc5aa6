;;; Variables that several processes share: cells that are changed atomically.

(define-library (mound cell)
  (import (termite data))
  (export
    cell-compare-and-set! cell-empty! cell-empty? cell-ref cell-set!
    cell-swap! cell-update! cell? make-cell))
