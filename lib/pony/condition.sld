;;; What the libraries of pony raise.

(define-library (pony condition)
  (import (mound syntax) (mound base))
  (export %lost-condition %pony-error pony-error-code pony-error?)
  (include "condition.scm"))
