;;; Formatting: data laid out as programs.

(define-library (srfi 166 pretty)
  (import (mound syntax) (mound base)
          (srfi 166 base))
  (export
    pretty pretty-environment pretty-shared pretty-simply
    pretty-with-color)
  (include "pretty.scm"))
