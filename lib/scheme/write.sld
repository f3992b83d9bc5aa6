;;; Writing data: R7RS, appendix A.

(define-library (scheme write)
  (import (mound base))
  (export
    display write write-shared write-simple))
