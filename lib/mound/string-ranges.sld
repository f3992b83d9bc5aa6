;;; Optional ranges of strings, for the libraries of strings.

(define-library (mound string-ranges)
  (import (mound syntax) (mound base))
  (export %check-range %with-range %with-ranges)
  (include "string-ranges.scm"))
