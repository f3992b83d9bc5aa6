;;; Macros: their definitions and their uses.

;;; case no rule matches
(import (scheme base))
(define-syntax while
  (syntax-rules ()
    ((_ test body ...) (let loop () (when test body ... (loop))))))
(while)
;;; case no rule of an imported macro matches
(import (scheme base) (loops))
(while)
;;; file loops.sld
(define-library (loops)
  (import (scheme base))
  (export while)
  (begin
    (define-syntax while
      (syntax-rules ()
        ((_ test body ...) (let loop () (when test body ... (loop))))))))
;;; case error in what a macro made
(import (scheme base))
(define-syntax twice
  (syntax-rules () ((_ x) (let ((y x) (y x)) y))))
(twice 1)
;;; case run-time error in what a macro made
(import (scheme base))
(define-syntax first-of
  (syntax-rules () ((_ x) (car x))))
(define (f x) (list (first-of x)))
(f 5)
;;; case macro that is no macro
(import (scheme base))
(define-syntax twice (lambda (x) (list 'begin x x)))
;;; case macro without a value
(import (scheme base))
(define-syntax twice)
;;; case rule without a template
(import (scheme base))
(define-syntax twice (syntax-rules () ((_ x))))
;;; case rules without literals
(import (scheme base))
(define-syntax twice (syntax-rules ((_ x) (begin x x))))
;;; case pattern variable twice
(import (scheme base))
(define-syntax same (syntax-rules () ((_ x x) 'x)))
;;; case pattern variable without its ellipsis
(import (scheme base))
(define-syntax all (syntax-rules () ((_ x ...) (list x))))
;;; case ellipsis without a variable
(import (scheme base))
(define-syntax all (syntax-rules () ((_ x) (list x ...))))
;;; case two ellipses in a pattern
(import (scheme base))
(define-syntax all (syntax-rules () ((_ x ... y ...) (list x ...))))
;;; case ellipsis at the beginning of a pattern
(import (scheme base))
(define-syntax all (syntax-rules () ((_ ... x) (list x))))
;;; case ellipsis at the beginning of a template
(import (scheme base))
(define-syntax all (syntax-rules () ((_ x ...) (list (... x y)))))
;;; case sequences of different lengths
(import (scheme base))
(define-syntax pairs
  (syntax-rules () ((_ (a ...) (b ...)) (list (cons a b) ...))))
(pairs (1 2 3) (4 5))
;;; case variable under too few ellipses
(import (scheme base))
(define-syntax odd
  (syntax-rules () ((_ (a ...) ...) (list (a ...) ... a ...))))
;;; case expansion without an end
(import (scheme base))
(define-syntax forever (syntax-rules () ((_ x) (forever (x)))))
(forever 1)
;;; case syntax-rules as an expression
(import (scheme base))
(list (syntax-rules () ((_ x) x)))
;;; case literal that is no name
(import (scheme base))
(define-syntax m (syntax-rules (5) ((_ x) x)))
;;; case ellipsis outside of a template
(import (scheme base))
(define (f x ...) x)
(list 1 ...)
;;; case let-syntax with a malformed binding
(import (scheme base))
(let-syntax ((m)) 1)
;;; case let-syntax of something else
(import (scheme base))
(let-syntax ((m 5)) (m))
;;; case unbound name in a template
(import (scheme base))
(define-syntax m (syntax-rules () ((_ x) (lits x))))
(m 1)
;;; case macro that doubles its expression again and again
(import (scheme base))
(define-syntax m (syntax-rules () ((_ () e) e) ((_ (a . r) e) (m r (list e e)))))
(m (1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1) 1)
;;; case macro that doubles its datum again and again
(import (scheme base))
(define-syntax m (syntax-rules () ((_ () e) 'e) ((_ (a . r) e) (m r (e e)))))
(m (1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1) 1)
