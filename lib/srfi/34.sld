;;; Exceptions, as R7RS has them.

(define-library (srfi 34)
  (import (mound syntax) (mound base))
  (export => else guard raise with-exception-handler))
