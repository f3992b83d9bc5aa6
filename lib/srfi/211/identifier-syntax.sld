;;; SRFI 211: the library of identifier-syntax.

(define-library (srfi 211 identifier-syntax)
  (import (mound syntax) (mound macro))
  (export identifier-syntax))
