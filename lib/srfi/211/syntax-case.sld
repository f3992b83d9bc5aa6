;;; SRFI 211: the library of syntax-case.

(define-library (srfi 211 syntax-case)
  (import (mound syntax) (mound macro))
  (export ... _ bound-identifier=? datum->syntax free-identifier=?
          generate-temporaries identifier? quasisyntax syntax syntax->datum
          syntax-case unsyntax unsyntax-splicing with-syntax))
