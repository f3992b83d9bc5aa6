;;; SRFI 211: the library of implicit renaming.

(define-library (srfi 211 implicit-renaming)
  (import (mound syntax) (mound macro))
  (export identifier? ir-macro-transformer))
