;;; Evaluation of data as programs.

(define-library (mound eval)
  (import (mound syntax) (mound base))
  (export
    %eval-text environment eval interaction-environment)
  (include "eval.scm" "eval-in-steps.scm"))
