;;; Core forms that are not as they should be.

;;; case if without anything
(import (scheme base))
(if)
;;; case if with too many parts
(import (scheme base))
(if #t 1 2 3)
;;; case lambda without a body
(import (scheme base))
(define f (lambda (x)))
;;; case lambda with a number as parameter
(import (scheme base))
(define f (lambda (x 1) x))
;;; case lambda with the same parameter twice
(import (scheme base))
(define f (lambda (x y x) x))
;;; case define without a value
(import (scheme base))
(define x)
;;; case define with two values
(import (scheme base))
(define x 1 2)
;;; case define of a number
(import (scheme base))
(define 5 6)
;;; case procedure without a body
(import (scheme base))
(define (f x))
;;; case body without an expression
(import (scheme base))
(define (f x)
  (define y 1))
;;; case definition as an expression
(import (scheme base))
(define (f x)
  (if x (define y 1) 2))
;;; case let without bindings
(import (scheme base))
(let x)
;;; case let with a bare name
(import (scheme base))
(let (x 1) x)
;;; case let with three parts in a binding
(import (scheme base))
(let ((x 1 2)) x)
;;; case let without a body
(import (scheme base))
(let ((x 1)))
;;; case let that binds a name twice
(import (scheme base))
(let ((x 1) (x 2)) x)
;;; case letrec of a string
(import (scheme base))
(letrec (("x" 1)) 1)
;;; case let-values with malformed bindings
(import (scheme base))
(let-values (((a b) 1 2)) a)
;;; case set of a list
(import (scheme base))
(set! (car x) 1)
;;; case set of an import
(import (scheme base))
(set! car cdr)
;;; case set of a keyword
(import (scheme base))
(set! if 1)
;;; case set without a value
(import (scheme base))
(define x 1)
(set! x)
;;; case set in an immutable program
(import (termite))
(define x 1)
(set! x 2)
;;; case cond without clauses
(import (scheme base))
(cond)
;;; case cond clause that is no list
(import (scheme base))
(cond (#f 1) else)
;;; case cond with else in the middle
(import (scheme base))
(cond (#f 1) (else 2) (#t 3))
;;; case cond with an arrow to nothing
(import (scheme base))
(cond (1 =>))
;;; case else outside of a conditional
(import (scheme base))
(if #f 1 else)
;;; case case with a bare datum
(import (scheme base))
(case 1 (1 'one))
;;; case case without a key
(import (scheme base))
(case)
;;; case when without a body
(import (scheme base))
(when #t)
;;; case do without an exit
(import (scheme base))
(do ((i 0 (+ i 1))) () i)
;;; case do with a malformed variable
(import (scheme base))
(do ((i 0 1 2)) (#t i))
;;; case guard without a variable
(import (scheme base))
(guard () 1)
;;; case parameterize with a malformed binding
(import (scheme base))
(define p (make-parameter 1))
(parameterize ((p)) (p))
;;; case quote of two data
(import (scheme base))
(quote a b)
;;; case unquote outside of a quasiquote
(import (scheme base))
(list ,(+ 1 2))
;;; case begin of nothing as an expression
(import (scheme base))
(list (begin))
;;; case keyword as a variable
(import (scheme base))
(map lambda '(1 2))
;;; case dotted call
(import (scheme base))
(+ 1 . 2)
;;; case case-lambda with a bad clause
(import (scheme base) (scheme case-lambda))
(define f (case-lambda ((x) x) y))
;;; case delay of nothing
(import (scheme base) (scheme lazy))
(delay)
;;; case define-values with a bad pattern
(import (scheme base))
(define-values (a 1) (values 1 2))
;;; case record type without a predicate
(import (scheme base))
(define-record-type point (make-point x y))
;;; case record constructor with an unknown field
(import (scheme base))
(define-record-type point (make-point x z) point? (x point-x) (y point-y))
;;; case record constructor with a field twice
(import (scheme base))
(define-record-type point (make-point x x) point? (x point-x))
;;; case record field given twice
(import (scheme base))
(define-record-type point (make-point x) point? (x point-x) (x point-x2))
;;; case record field with too many procedures
(import (scheme base))
(define-record-type point (make-point x) point? (x point-x point-x! more))
;;; case record constructor that is no name
(import (scheme base))
(define-record-type point (5 x) point? (x point-x))
;;; case record predicate that is no name
(import (scheme base))
(define-record-type point (make-point x) (point? p) (x point-x))
;;; case syntax-error
(import (scheme base))
(define-syntax must-be-name
  (syntax-rules ()
    ((_ (x ...)) (syntax-error "expected a name" (x ...)))
    ((_ x) 'x)))
(must-be-name (a b))
;;; case cond-expand with a malformed requirement
(import (scheme base))
(cond-expand ((xor a b) 1) (else 2))
;;; case include of a missing file
(import (scheme base))
(include "helpers.scm")
;;; case include of a symbol
(import (scheme base))
(include helpers.scm)
;;; case error inside an included file
(import (scheme base))
(include "helpers.scm")
;;; file helpers.scm
(define (help x)
  (if))
;;; case form that is not imported
(import (only (scheme base) define + quote))
(define (f x) (let ((y x)) y))
;;; case two mistakes in one program
(import (scheme base))
(define (f x) (if))
(define (g x) (let ((y)) y))
;;; case a point in another radix than ten
(define x '(#xff.8))
;;; case an exponent in radix two
(define x #b1e1)
;;; case a digit too large for the radix
(define x #b12)
;;; case an element that does not fit
(define v #s8(1 -128 128))
;;; case an element of another type
(define v '(#u16(1 "a")))
;;; case a kind of numbers that there is not
(define v #f16(1 2))
