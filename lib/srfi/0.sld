;;; cond-expand, as R7RS has it. The features srfi-N stand for the SRFIs that
;;; are libraries here.

(define-library (srfi 0)
  (import (mound syntax))
  (export cond-expand else))
