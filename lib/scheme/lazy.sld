;;; Promises: R7RS, appendix A.

(define-library (scheme lazy)
  (import (mound syntax) (mound base))
  (export
    delay delay-force force make-promise promise?))
