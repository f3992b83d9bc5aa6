;;; format, the basic one.

(define-library (srfi 28)
  (import (mound syntax) (mound base))
  (export format)
  (include "28.scm"))
