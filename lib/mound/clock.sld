;;; Measuring time, and letting it pass.

(define-library (mound clock)
  (import (mound syntax) (mound base) (mound receive))
  (export current-jiffy current-second monotonic-time sleep time-of)
  (include "clock.scm"))
