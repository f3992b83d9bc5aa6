;;; The log of a node.

(define-library (termite log)
  (import (mound syntax) (mound base) (termite process) (termite event))
  (export debug info log-flush logger termite-log warning)
  (include "log.scm"))
