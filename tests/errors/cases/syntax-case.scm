;;; Macros by syntax-case: what goes wrong in them and around them.

;;; case no pattern fits
(import (scheme base) (srfi 211 syntax-case))
(define-syntax twice
  (lambda (form)
    (syntax-case form ()
      ((_ a) #'(list a a)))))
(define (f x)
  (list x (twice x 1)))
;;; case no fender holds
(import (scheme base) (srfi 211 syntax-case))
(define-syntax name-of
  (lambda (form)
    (syntax-case form ()
      ((_ a) (identifier? #'a) #''a))))
(name-of 5)
;;; case macro is used as a variable
(import (scheme base) (srfi 211 syntax-case))
(define-syntax twice
  (lambda (form)
    (syntax-case form ()
      ((_ a) #'(list a a)))))
(map twice '(1 2))
;;; case macro by explicit renaming is used as a variable
(import (scheme base) (srfi 211 explicit-renaming))
(define-syntax one (er-macro-transformer (lambda (form rename compare) 1)))
(list one)
;;; case macro is assigned
(import (scheme base) (srfi 211 syntax-case))
(define-syntax one (lambda (form) #'1))
(set! one 2)
;;; case transformer complains of a part
(import (scheme base) (rnrs syntax-case))
(define-syntax my-let
  (lambda (form)
    (syntax-case form ()
      ((_ ((name value) ...) body ...)
       (let check ((names #'(name ...)))
         (if (pair? names)
             (if (identifier? (car names))
                 (check (cdr names))
                 (syntax-violation 'my-let "not a name:" form (car names)))
             #'((lambda (name ...) body ...) value ...)))))))
(my-let ((x 1) ("y" 2)) x)
;;; case pattern variable outside of a template
(import (scheme base) (srfi 211 syntax-case))
(define-syntax twice
  (lambda (form)
    (syntax-case form ()
      ((_ a) (list 'list a a)))))
;;; case pattern variable of syntax-case without its ellipsis
(import (scheme base) (srfi 211 syntax-case))
(define-syntax all
  (lambda (form)
    (syntax-case form ()
      ((_ a ...) #'(list a)))))
;;; case pattern variable stands twice
(import (scheme base) (srfi 211 syntax-case))
(define-syntax all
  (lambda (form)
    (syntax-case form ()
      ((_ a a) #'(list a)))))
;;; case repeated parts differ in length
(import (scheme base) (srfi 211 syntax-case))
(define-syntax pairs
  (lambda (form)
    (syntax-case form ()
      ((_ (a ...) (b ...)) #'(list (cons a b) ...)))))
(pairs (1 2) (3))
;;; case clause has other parts
(import (scheme base) (srfi 211 syntax-case))
(define-syntax odd
  (lambda (form)
    (syntax-case form ()
      ((_ a)))))
;;; case template in a program
(import (scheme base) (srfi 211 syntax-case))
(list #'x)
;;; case unsyntax outside of a template
(import (scheme base) (srfi 211 syntax-case))
(define-syntax odd (lambda (form) #,form))
;;; case value of a transformer is a vector
(import (scheme base) (srfi 211 syntax-case))
(define-syntax odd (vector 1))
(odd)
;;; case transformer is a number
(import (scheme base) (srfi 211 syntax-case))
(define-syntax odd 5)
;;; case library of syntax-case is not imported
(import (scheme base))
(define-syntax twice
  (lambda (form)
    (syntax-case form ()
      ((_ a) #'(list a a)))))
;;; case identifier macro without end
(import (scheme base) (srfi 211 identifier-syntax))
(define-syntax forever (identifier-syntax forever))
(list forever)
;;; case what a macro makes fails where it is used
(import (scheme base) (srfi 211 syntax-case))
(define-syntax first-of
  (lambda (form)
    (syntax-case form ()
      ((_ a) #'(car a)))))
(define (f x) (+ 1 (first-of x)))
(f 5)
;;; case expression where begin-for-syntax wants definitions
(import (scheme base) (mound macro))
(begin-for-syntax (list 1))
;;; case datum->syntax of what is no name
(import (scheme base) (srfi 211 syntax-case))
(define-syntax odd
  (lambda (form)
    (syntax-case form ()
      ((_ a) (datum->syntax #'a 'x)))))
(odd 5)
