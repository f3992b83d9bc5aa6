;;; Formatting: columns and paragraphs.

(define-library (srfi 166 columnar)
  (import (mound syntax) (mound base)
          (only (scheme file) open-input-file)
          (only (srfi 158) list->generator make-coroutine-generator)
          (srfi 166 base))
  (export
    columnar from-file justified line-numbers tabular wrapped wrapped/char
    wrapped/list)
  (include "columnar.scm"))
