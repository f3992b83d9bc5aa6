;;; Lines in the log of the node.

(define-library (mound log)
  (import (mound syntax) (mound base))
  (export log-level? log-message)
  (include "log.scm"))
