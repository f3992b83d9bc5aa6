;;; cond with clauses that pass several values on if a guard accepts them.

(define-library (srfi 61)
  (import (rename (mound syntax) (cond %cond)) (mound base))
  (export => cond else)
  (include "61.scm"))
