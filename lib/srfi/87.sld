;;; case with => in its clauses, as R7RS has it.

(define-library (srfi 87)
  (import (mound syntax))
  (export => case else))
