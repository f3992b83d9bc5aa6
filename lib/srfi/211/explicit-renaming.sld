;;; SRFI 211: the library of explicit renaming, one of those of that SRFI.

(define-library (srfi 211 explicit-renaming)
  (import (mound macro))
  (export er-macro-transformer identifier?))
