;;; Macros whose transformer is a procedure.

(define-library (mound macro)
  (import (mound syntax) (mound base))
  (export
    %run-transformer define-for-syntax er-macro-transformer identifier->symbol
    identifier-append identifier?)
  (include "macro.scm"))
