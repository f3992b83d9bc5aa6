;;; Hash tables with any equality: what SRFI 69, 113 and 125 are made of.

(define-library (mound any-table)
  (import (mound syntax)
          (rename (mound base)
                  (hash-table->alist %native->alist)
                  (hash-table-clear! %native-clear!)
                  (hash-table-contains? %native-contains?)
                  (hash-table-copy %native-copy)
                  (hash-table-count %native-count)
                  (hash-table-delete! %native-delete!)
                  (hash-table-ref/default %native-ref)
                  (hash-table-set! %native-set!)
                  (hash-table? %native?)
                  (make-hash-table %make-native)))
  (export
    %any-table %check-change %check-table %table->alist %table-clear!
    %table-contains? %table-copy
    %table-delete! %table-entry %table-freeze! %table-hash %table-mutable?
    %table-ref %table-ref/default %table-same? %table-set! %table-size %table?)
  (include "any-table.scm"))
