;;; SRFI 211: the library of variable transformers.

(define-library (srfi 211 variable-transformer)
  (import (mound syntax) (mound macro))
  (export make-variable-transformer))
