;;; format, the intermediate one.

(define-library (srfi 48)
  (import (mound syntax) (mound base))
  (export format)
  (include "48.scm"))
