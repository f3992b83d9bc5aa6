;;; Reading data: R7RS, appendix A.

(define-library (scheme read)
  (import (mound base))
  (export
    read))
