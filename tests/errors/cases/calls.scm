;;; Calls: what is called, and with how many arguments.

;;; case too few arguments
(import (scheme base))
(define (area width height)
  (* width height))
(define (f) (+ 1 (area 2)))
(f)
;;; case too many arguments in a tail call
(import (scheme base))
(define (area width height)
  (* width height))
(define (f) (area 1 2 3))
(f)
;;; case too few arguments to a procedure with a rest
(import (scheme base))
(define (tag name . items) (cons name items))
(list (tag))
;;; case wrong number of arguments that is known only at run time
(import (scheme base))
(define (call-it f) (list (f 1)))
(define (area width height) (* width height))
(call-it area)
;;; case wrong number of arguments in a tail call that is known only at run time
(import (scheme base))
(define (call-it f) (f 1))
(define (area width height) (* width height))
(call-it area)
;;; case wrong number of arguments to an anonymous procedure
(import (scheme base))
(define (call-it f) (list (f 1)))
(call-it (lambda (x y) (list x y)))
;;; case wrong number of arguments to a library procedure
(import (scheme base))
(define (f v) (vector-ref v))
(f (vector 1 2))
;;; case wrong number of arguments to a case-lambda
(import (scheme base) (scheme case-lambda))
(define range
  (case-lambda
    ((end) (range 0 end))
    ((start end) (if (< start end) (cons start (range (+ start 1) end)) '()))))
(define (f g) (list (g 1 2 3)))
(f range)
;;; case wrong number of arguments to what map is given
(import (scheme base))
(define (add a b) (+ a b))
(define (f items) (map add items))
(list (f '(1 2 3)))
;;; case wrong number of arguments by apply
(import (scheme base))
(define (add a b) (+ a b))
(define (f items) (list (apply add items)))
(f '(1 2 3))
;;; case call of a number
(import (scheme base))
(define (f x) (list (x 1)))
(f 5)
;;; case call of a number in a tail call
(import (scheme base))
(define (f x) (x 1))
(f 5)
;;; case call of a literal
(import (scheme base))
(define (f) (list ("print" 1)))
(f)
;;; case call of the value of a call
(import (scheme base))
(define (get table key) (cdr (assq key table)))
(define (f table) (list ((get table 'print) 1)))
(f '((print . "x")))
;;; case call of an unspecified value
(import (scheme base))
(define (f x) (list ((if #f #f) x)))
(f 1)
;;; case too many parentheses around a call
(import (scheme base))
(define (greet) "hello")
(define (f) (list ((greet))))
(f)
;;; case call of a record
(import (scheme base))
(define-record-type point (make-point x y) point? (x point-x) (y point-y))
(define (f p) (list (p 'x)))
(f (make-point 1 2))
;;; case wrong number of values
(import (scheme base))
(define (f) (let-values (((a b) (values 1 2 3))) (list a b)))
(f)
;;; case too few values for define-values
(import (scheme base))
(define-values (a b c) (values 1 2))
;;; case wrong number of arguments to a record constructor
(import (scheme base))
(define-record-type point (make-point x y) point? (x point-x) (y point-y))
(define (f) (list (make-point 1)))
(f)
;;; case wrong number of arguments to a continuation receiver
(import (scheme base))
(define (f) (list (call/cc (lambda () 1))))
(f)
;;; case map without a list
(import (scheme base))
(define (f x) (list (map x)))
(f car)
;;; case fold without a list
(import (scheme base) (srfi 1))
(define (f x) (list (fold-right cons x)))
(f '())
;;; case parameter with arguments
(import (scheme base))
(define width (make-parameter 80))
(define (f x) (list (width x 2)))
(f 1)
