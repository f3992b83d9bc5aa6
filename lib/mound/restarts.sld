;;; Going on after an error that nobody handled, for the REPL.

(define-library (mound restarts)
  (import (mound syntax) (mound base))
  (export go-on-with go-on-again return-from-frame forget-computation)
  (include "restarts.scm"))
