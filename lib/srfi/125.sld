;;; Hash tables with any equality.

(define-library (srfi 125)
  (import (mound syntax)
          (except (mound base)
                  alist->hash-table hash hash-table->alist
                  hash-table-clear! hash-table-contains?
                  hash-table-copy hash-table-count
                  hash-table-delete! hash-table-fold
                  hash-table-keys hash-table-ref
                  hash-table-ref/default hash-table-set!
                  hash-table-update!
                  hash-table-update!/default hash-table-values
                  hash-table-walk hash-table? make-hash-table)
          (only (rename (mound base) (hash %identity-hash)) %identity-hash)
          (mound any-table) (srfi 128))
  (export
    alist->hash-table hash hash-by-identity hash-table hash-table->alist
    hash-table-clear! hash-table-contains? hash-table-copy hash-table-count
    hash-table-delete! hash-table-difference! hash-table-empty-copy
    hash-table-empty? hash-table-entries hash-table-equivalence-function
    hash-table-exists? hash-table-find hash-table-fold hash-table-for-each
    hash-table-hash-function hash-table-intern! hash-table-intersection!
    hash-table-keys hash-table-map hash-table-map! hash-table-map->list
    hash-table-merge! hash-table-mutable? hash-table-pop! hash-table-prune!
    hash-table-ref hash-table-ref/default hash-table-set! hash-table-size
    hash-table-unfold hash-table-union! hash-table-update!
    hash-table-update!/default hash-table-values hash-table-walk
    hash-table-xor! hash-table=? hash-table? make-hash-table string-ci-hash
    string-hash)
  (include "125.scm" "125-whole.scm"))
