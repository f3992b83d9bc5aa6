;;; Environment variables, as R7RS has them.

(define-library (srfi 98)
  (import (mound base))
  (export get-environment-variable get-environment-variables))
