;;; assume: what a program relies on.

(define-library (srfi 145)
  (import (mound syntax) (mound base))
  (export assume)
  (include "145.scm"))
