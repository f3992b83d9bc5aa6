;;; let-values and let*-values, as R7RS has them.

(define-library (srfi 11)
  (import (mound syntax))
  (export let*-values let-values))
