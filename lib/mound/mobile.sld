;;; What would travel with a procedure that is sent to another node.

(define-library (mound mobile)
  (import (mound syntax) (mound base))
  (export
    mobile-report mobile-report-blockers mobile-report-bytes
    mobile-report-captured mobile-report-code mobile-report-staying
    mobile-report-travelling mobile-report? print-mobile-report)
  (include "mobile.scm"))
