;; Each mention of a pattern variable is repeated by the innermost ellipses, so two mentions in one
;; repeated part may want different numbers of them further out. It was refused; Chez Scheme says the
;; same as this.
(import (scheme base) (scheme write) (rnrs syntax-case))
(define-syntax show
  (syntax-rules () ((_ form) (begin (write form) (newline)))))
(define-syntax each-with-all
  (syntax-rules () ((_ x ...) '((x (x ...)) ...))))
(show (each-with-all 1 2 3))
(show (each-with-all))
(define-syntax crossed
  (syntax-rules () ((_ (x y ...) ...) '((x (x y) ...) ...))))
(show (crossed (1 2 3) (4 5 6)))
(define-syntax tailed
  (syntax-rules () ((_ x ...) '((x . #(x ...)) ...))))
(show (tailed 1 2))
(define-syntax thrice
  (syntax-rules () ((_ x ...) '((x (x (x ...)) ...) ...))))
(show (thrice 1 2))
(define-syntax by-case
  (lambda (form)
    (syntax-case form () ((_ x ...) #''((x (x ...)) ...)))))
(show (by-case 1 2 3))
;; The mention that needs fewer may come first or last, and a macro that a library exports keeps them.
(define-syntax last-first
  (syntax-rules () ((_ x ...) '(((x ...) x) ...))))
(show (last-first 1 2))
(define-syntax in-vectors
  (syntax-rules () ((_ (x ...) ...) '(#((x ...) (x ... ...)) ...))))
(show (in-vectors (1 2) (3)))
