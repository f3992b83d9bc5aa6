;;; Characters and strings in title case.

(define-library (srfi 129)
  (import (mound syntax) (mound base))
  (export char-title-case? char-titlecase string-titlecase)
  (include "129.scm"))
