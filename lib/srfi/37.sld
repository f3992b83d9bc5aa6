;;; Options and operands of a command line.

(define-library (srfi 37)
  (import (mound syntax) (mound base))
  (export
    args-fold option option-names option-optional-arg? option-processor
    option-required-arg? option?)
  (include "37.scm"))
