;;; Parameters, as R7RS has them.

(define-library (srfi 39)
  (import (mound syntax) (mound base))
  (export make-parameter parameterize))
