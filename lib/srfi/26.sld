;;; cut and cute: procedures with some arguments given.

(define-library (srfi 26)
  (import (mound syntax) (mound base))
  (export cut cute)
  (include "26.scm"))
