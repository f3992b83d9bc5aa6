;;; Pipelines.

(define-library (srfi 197)
  (import (mound syntax) (mound base) (mound macro))
  (export chain chain-and chain-lambda chain-when nest nest-reverse)
  (include "197.scm"))
