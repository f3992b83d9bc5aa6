;;; Hash tables: the procedures of SRFI 69 and some shorter names.

(define-library (mound hash-table)
  (import (mound base))
  (export
    alist->hash-table hash hash-table->alist hash-table-clear!
    hash-table-contains? hash-table-copy hash-table-count hash-table-delete!
    hash-table-fold hash-table-keys hash-table-ref hash-table-ref/default
    hash-table-set! hash-table-update! hash-table-update!/default
    hash-table-values hash-table-walk hash-table? make-hash-table
    string-hash))
