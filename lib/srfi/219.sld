;;; define with curried procedures.

(define-library (srfi 219)
  (import (mound syntax) (mound base))
  (export (rename %define define))
  (include "219.scm"))
