;;; The library of R6RS with syntax-case, without its version.

(define-library (rnrs syntax-case)
  (import (mound syntax) (mound macro))
  (export ... _ bound-identifier=? datum->syntax free-identifier=?
          generate-temporaries identifier? make-variable-transformer
          quasisyntax syntax syntax->datum syntax-case syntax-violation
          unsyntax unsyntax-splicing with-syntax))
