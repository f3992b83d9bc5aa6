;;; Evaluation of data as programs.

(define-library (mound eval)
  (import (mound syntax) (mound base))
  (export
    environment eval interaction-environment)
  (include "eval.scm"))
