;;; The log of a node.

(define-library (termite log)
  (import (mound syntax) (mound base) (mound file) (termite process)
          (termite event) (only (scheme file) delete-file file-exists?))
  (export
    debug info log-flush log-to-file logger termite-log warning)
  (include "log.scm"))
