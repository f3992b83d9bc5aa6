;;; A library whose interface has one of everything.

(define-library (small)
  (export first (rename second 2nd) kind counter while vectors literal lambda)
  (import (mound syntax))
  (begin
    (define (first pair) (%primitive car pair))
    (define second
      (case-lambda
        ((pair) (first (%primitive cdr pair)))
        ((pair default)
         (if (%primitive pair? pair)
             (let ((rest (%primitive cdr pair)))
               (if rest (first rest) (quote default)))
             default))))
    (define (kind object)
      (if object 1/2 (if (%immediate absent) 2.5 (%record-type kind (a b)))))
    (define counter 1)
    (define-syntax while
      (syntax-rules ()
        ((_ test body ...) (let loop () (if test (begin body ... (loop)) counter)))))
    (define-syntax vectors
      (syntax-rules (=>)
        ((_ #((a b ...) ... c) => . rest) '(#(c (b ... a) ...) #\x "y" #u8(1 2) (z . rest)))
        ((_ "text" _) (while #f 100000000000000000000))))
    (define-syntax literal
      (syntax-rules ()
        ((_ name) (define-syntax name (syntax-rules () ((_ x (... ...)) (vectors x (... ...))))))))))
