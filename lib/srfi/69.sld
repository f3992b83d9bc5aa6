;;; Basic hash tables: SRFI 69.

(define-library (srfi 69)
  (import
    (mound syntax) (mound base)
    (rename (mound hash-table)
            (hash-table-contains? hash-table-exists?)
            (hash-table-count hash-table-size)))
  (export
    alist->hash-table hash hash-by-identity hash-table->alist hash-table-copy
    hash-table-delete! hash-table-equivalence-function hash-table-exists?
    hash-table-fold hash-table-hash-function hash-table-keys hash-table-merge!
    hash-table-ref hash-table-ref/default hash-table-set! hash-table-size
    hash-table-update! hash-table-update!/default hash-table-values
    hash-table-walk hash-table? make-hash-table string-ci-hash string-hash)
  (include "69.scm"))
