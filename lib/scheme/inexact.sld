;;; Functions whose results are inexact: R7RS, appendix A.

(define-library (scheme inexact)
  (import (mound base))
  (export
    acos asin atan cos exp finite? infinite? log nan? sin sqrt tan))
