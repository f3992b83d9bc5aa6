;;; receive: names for several values.

(define-library (srfi 8)
  (import (mound syntax) (mound base))
  (export receive)
  (include "8.scm"))
