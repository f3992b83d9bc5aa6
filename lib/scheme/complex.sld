;;; Complex numbers: R7RS, appendix A.

(define-library (scheme complex)
  (import (mound syntax) (mound base))
  (export
    angle imag-part magnitude make-polar make-rectangular real-part)
  (include "complex.scm"))
