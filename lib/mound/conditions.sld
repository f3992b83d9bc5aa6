;;; What conditions hold beyond R7RS.

(define-library (mound conditions)
  (import (mound base))
  (export
    condition-kind condition-payload condition-trace condition-who
    condition? display-condition with-exception-catcher))
