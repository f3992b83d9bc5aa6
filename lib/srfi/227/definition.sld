;;; Definitions of procedures with optional arguments.

(define-library (srfi 227 definition)
  (import (mound syntax) (srfi 227))
  (export define-optionals define-optionals*)
  (include "definition.scm"))
