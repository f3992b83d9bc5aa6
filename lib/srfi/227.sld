;;; Procedures with optional arguments.

(define-library (srfi 227)
  (import (mound syntax) (mound base) (mound macro))
  (export
    %define-optionals let-optionals let-optionals* opt*-lambda opt-lambda)
  (include "227.scm"))
