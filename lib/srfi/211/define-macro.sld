;;; SRFI 211: the library of define-macro.

(define-library (srfi 211 define-macro)
  (import (mound syntax) (mound macro))
  (export define-macro))
