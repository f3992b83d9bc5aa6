;;; Boxes: R7RS-large, SRFI 111.

(define-library (scheme box)
  (import (srfi 111))
  (export
    box box? set-box! unbox))
