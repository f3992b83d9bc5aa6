;;; case-lambda, as R7RS has it.

(define-library (srfi 16)
  (import (mound syntax))
  (export case-lambda))
