;;; Nested comments between #| and |#, which the reader knows everywhere. There
;;; is nothing to import: the library says that this is so.

(define-library (srfi 30)
  (export))
