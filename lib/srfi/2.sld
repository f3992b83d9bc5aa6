;;; and-let*: tests and bindings in turn, until one fails.

(define-library (srfi 2)
  (import (mound syntax) (mound base))
  (export and-let*)
  (include "2.scm"))
