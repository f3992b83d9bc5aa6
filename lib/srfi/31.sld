;;; rec: expressions that refer to their own value.

(define-library (srfi 31)
  (import (mound syntax))
  (export rec)
  (include "31.scm"))
