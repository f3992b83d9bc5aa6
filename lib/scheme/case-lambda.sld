;;; Procedures with a body for each number of arguments: R7RS, appendix A.

(define-library (scheme case-lambda)
  (import (mound syntax))
  (export
    case-lambda))
