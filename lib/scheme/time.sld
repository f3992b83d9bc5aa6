;;; Time: R7RS, appendix A.

(define-library (scheme time)
  (import (mound base))
  (export
    current-jiffy current-second jiffies-per-second))
