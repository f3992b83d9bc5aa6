;;; Programs from files: R7RS, appendix A.

(define-library (scheme load)
  (import (mound syntax) (mound base) (mound eval)
          (only (mound port) read-all) (scheme file))
  (export load)
  (include "load.scm"))
