;;; Basic hash tables. They are those of SRFI 125.

(define-library (srfi 69)
  (import
    (mound syntax)
    (only (mound base) %end? %require-list apply car cdr equal? not null?)
    (mound any-table)
    (rename (except (srfi 125) alist->hash-table)
            (hash-table-copy %hash-table-copy)
            (make-hash-table %make-hash-table)))
  (export
    alist->hash-table hash hash-by-identity hash-table->alist
    hash-table-copy hash-table-delete! hash-table-equivalence-function
    hash-table-exists? hash-table-fold hash-table-hash-function
    hash-table-keys hash-table-merge! hash-table-ref hash-table-ref/default
    hash-table-set! hash-table-size hash-table-update!
    hash-table-update!/default hash-table-values hash-table-walk hash-table?
    make-hash-table string-ci-hash string-hash)
  (include "69.scm"))
