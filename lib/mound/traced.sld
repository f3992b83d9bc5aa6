;;; Procedures that tell when they are called.

(define-library (mound traced)
  (import (scheme base) (scheme write))
  (export trace-procedure untraced-procedure)
  (include "traced.scm"))
