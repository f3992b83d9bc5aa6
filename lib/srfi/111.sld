;;; Boxes.

(define-library (srfi 111)
  (import (mound syntax))
  (export box box? set-box! unbox)
  (include "111.scm"))
