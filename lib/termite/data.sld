;;; Data that changes and is shared: dictionaries, bags, cells and records that
;;; are processes.

(define-library (termite data)
  (import (mound syntax) (mound base) (mound macro) (termite process)
          (termite server))
  (export
    ;; dictionaries
    dict->list dict-contains? dict-for-each dict-length dict-ref dict-search
    dict-set dict-set! dict? make-dict
    ;; bags
    bag->list bag-add! bag-for-each bag-length bag-member? bag-remove!
    bag-search bag? make-bag
    ;; cells
    cell-compare-and-set! cell-empty! cell-empty? cell-ref cell-set! cell-swap!
    cell-update! cell? make-cell
    ;; records
    define-termite-type)
  (include "data.scm" "data-dict.scm" "data-bag.scm" "data-cell.scm"
           "data-type.scm"))
