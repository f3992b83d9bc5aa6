;;; A library that passes on names of another.

(define-library (other)
  (export first (rename while repeat) third here if)
  (import (mound syntax) (small))
  (begin
    (define (third list) (first (%primitive cdr (%primitive cdr list))))
    (define-syntax here
      (syntax-rules () ((_ x) (while (first x) (vectors "text" (2nd x))))))))
