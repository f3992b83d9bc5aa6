;;; error, as R7RS has it.

(define-library (srfi 23)
  (import (mound base))
  (export error))
