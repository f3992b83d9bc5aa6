;;; Records: define-record-type, as R7RS has it.

(define-library (srfi 9)
  (import (mound syntax))
  (export define-record-type))
