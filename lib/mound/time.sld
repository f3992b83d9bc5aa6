;;; Moments, for deadlines that are not counted from now.

(define-library (mound time)
  (import (mound syntax) (mound base))
  (export current-time seconds->time time->seconds time?)
  (include "time.scm"))
