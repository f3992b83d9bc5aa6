;;; Names that mean nothing, or too much.

;;; case misspelt variable of a library
(import (scheme base))
(define (size items) (lenght items))
(size '(1 2))
;;; case misspelt variable of the program
(import (scheme base))
(define (average numbers) (/ (apply + numbers) (length numbers)))
(avarage '(1 2 3))
;;; case misspelt local variable
(import (scheme base))
(define (area width height)
  (* width heigth))
(area 2 3)
;;; case name of another library
(import (scheme base))
(display "hello")
;;; case name that nothing resembles
(import (scheme base))
(frobnicate 1 2)
;;; case unbound operator and operands
(import (scheme base))
(define (f) (foo bar (baz)))
(f)
;;; case two nearest names
(import (scheme base))
(vector-fold + 0 #(1 2 3))
;;; case variable used before its definition
(import (scheme base) (scheme write))
(display total)
(define total 10)
;;; case letrec variable used too early
(import (scheme base))
(letrec ((a (list b)) (b (list 1)))
  a)
;;; case internal definition used too early
(import (scheme base))
(define (f)
  (define first (list second))
  (define second (list 1))
  first)
(f)
;;; case internal definition used too early through a procedure
(import (scheme base))
(define (f)
  (define (get) limit)
  (define first (get))
  (define limit (list 10))
  first)
(f)
;;; case letrec variable used too early in a closure that is called
(import (scheme base))
(letrec ((even? (lambda (n) (or (= n 0) (odd? (- n 1)))))
         (result (even? 3))
         (odd? (if #t (lambda (n) (and (not (= n 0)) (even? (- n 1)))) 0)))
  result)
;;; case assignment of an unbound variable
(import (scheme base))
(set! counter 1)
;;; case macro as a variable
(import (scheme base))
(define-syntax swap!
  (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))
(map swap! '(1 2))
;;; case definition twice in a body
(import (scheme base))
(define (f)
  (define x 1)
  (define x 2)
  x)
(f)
;;; case definition twice in a library
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (begin
    (define (area r) (* r r))
    (define (area r) (* 3 r r))))
;;; case definition twice in a program
(import (scheme base) (scheme write))
(define (area r) (* r r))
(define (area r) (* 3 r r))
(display (area 2))
;;; case import redefined in a library
(import (scheme base) (shapes))
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export list)
  (begin
    (define (list . items) items)))
;;; case unbound variable in a library
(import (scheme base) (shapes))
(area 1)
;;; file shapes.sld
(define-library (shapes)
  (import (scheme base))
  (export area)
  (begin
    (define (area r) (* pi r r))))
;;; case mutator that termite leaves out
(import (termite))
(define v (vector 1 2))
(vector-set! v 0 1)
