;;; Promises that loop in constant space.

(define-library (srfi 45)
  (import (mound syntax) (mound base))
  (export delay eager force lazy)
  (include "45.scm"))
