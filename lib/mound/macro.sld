;;; Macros whose transformer is a procedure.

(define-library (mound macro)
  (import (mound syntax) (mound base))
  (export
    %run-transformer %syntax-build %syntax-match %syntax-outside
    %syntax-unmatched begin-for-syntax bound-identifier=? close-syntax
    datum->syntax define-for-syntax define-macro er-macro-transformer
    free-identifier=? generate-temporaries identifier->symbol
    identifier-append identifier-syntax identifier=? identifier?
    ir-macro-transformer make-syntactic-closure make-variable-transformer
    quasisyntax rsc-macro-transformer sc-macro-transformer syntax
    syntax->datum syntax-case syntax-violation unsyntax unsyntax-splicing
    with-syntax)
  (include "macro.scm" "macro-patterns.scm" "macro-closures.scm"))
