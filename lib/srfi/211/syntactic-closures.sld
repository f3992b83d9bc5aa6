;;; SRFI 211: the library of syntactic closures.

(define-library (srfi 211 syntactic-closures)
  (import (mound syntax) (mound macro))
  (export close-syntax identifier=? identifier? make-syntactic-closure
          rsc-macro-transformer sc-macro-transformer))
