;;; Macros whose transformer is a procedure: what goes wrong in it and around it.

;;; case transformer raises
(import (scheme base) (mound macro))
(define-syntax point
  (er-macro-transformer
   (lambda (form rename compare)
     (if (= (length form) 3)
         (cons (rename 'list) (cdr form))
         (error "a point has two coordinates:" (cdr form))))))
(define (f x) (point x 2 3))
;;; case transformer of a library raises
(import (scheme base) (points))
(let ((car 5)) (second-of (1 2) 3))
;;; file points.sld
(define-library (points)
  (import (scheme base) (mound macro))
  (export second-of)
  (begin
    (define-for-syntax (third list) (car (cddr list)))
    (define-syntax second-of
      (er-macro-transformer
       (lambda (form rename compare) (list 'car (cadr (third form))))))))
;;; case transformer raises an object that is no condition
(import (scheme base) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (raise (cadr form)))))
(let-syntax ((wrapped (syntax-rules () ((_) (let ((x 1)) (odd x))))))
  (wrapped))
;;; case transformer without end
(import (scheme base) (mound macro))
(define-syntax forever
  (er-macro-transformer
   (lambda (form rename compare)
     (let loop () (loop)))))
(list (forever))
;;; case macro that expands into a use of itself without end
(import (scheme base) (mound macro))
(define-syntax forever
  (er-macro-transformer (lambda (form rename compare) form)))
(list (forever))
;;; case transformer that fills memory
(import (scheme base) (mound macro))
(define-syntax hoard
  (er-macro-transformer
   (lambda (form rename compare)
     (let loop ((all '())) (loop (cons (make-vector 1000 0) all))))))
(hoard)
;;; case transformer gives a procedure
(import (scheme base) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (list 1 car))))
(odd)
;;; case transformer gives a circle
(import (scheme base) (mound macro))
(define-syntax odd
  (er-macro-transformer
   (lambda (form rename compare)
     (let ((pair (list 1)))
       (set-cdr! pair pair)
       pair))))
(odd)
;;; case transformer is no procedure
(import (scheme base) (mound macro))
(define-syntax odd (er-macro-transformer 'five))
(odd)
;;; case transformer takes other arguments
(import (scheme base) (mound macro))
(define-syntax odd (er-macro-transformer (lambda (form) form)))
(odd)
;;; case rename of what is no symbol
(import (scheme base) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (rename "let"))))
(odd)
;;; case transformer changes the form
(import (scheme base) (mound macro))
(define-syntax odd
  (er-macro-transformer
   (lambda (form rename compare) (set-car! form 'list) form)))
(odd 1)
;;; case transformer uses a variable that is defined later
(import (scheme base) (mound macro))
(define (first-part form) (helper form))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (first-part form))))
(define (helper form) (cadr form))
(odd 1)
;;; case transformer assigns a variable of the program
(import (scheme base) (mound macro))
(define count 0)
(define (next!) (set! count (+ count 1)) count)
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (next!))))
(odd 1)
;;; case transformer uses a local variable
(import (scheme base) (mound macro))
(define (f x)
  (let-syntax ((odd (er-macro-transformer (lambda (form rename compare) x))))
    (odd)))
;;; case transformer uses an unbound variable
(import (scheme base) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (caddr form))))
;;; case program uses a helper of macros
(import (scheme base) (mound macro))
(define-for-syntax (twice x) (list '* 2 x))
(twice 4)
;;; case helper of macros is assigned
(import (scheme base) (mound macro))
(define-for-syntax count 0)
(define-syntax next
  (er-macro-transformer
   (lambda (form rename compare) (set! count (+ count 1)) count)))
;;; case helper of macros is exported
(import (helpers))
;;; file helpers.sld
(define-library (helpers)
  (import (scheme base) (mound macro))
  (export twice)
  (begin (define-for-syntax (twice x) (list '* 2 x))))
;;; case transformer writes
(import (scheme base) (scheme write) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (display form) 1)))
(odd)
;;; case transformer reads the clock
(import (scheme base) (scheme time) (mound macro))
(define-syntax built-at
  (er-macro-transformer (lambda (form rename compare) (current-second))))
(built-at)
;;; case transformer opens a file
(import (scheme base) (scheme file) (mound macro))
(define-syntax odd
  (er-macro-transformer
   (lambda (form rename compare) (file-exists? "main.scm"))))
(odd)
;;; case transformer starts a process
(import (scheme base) (termite process) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (spawn (lambda () 1)))))
(odd)
;;; case transformer wants a random number
(import (scheme base) (srfi 27) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (random-integer 6))))
(odd)
;;; case transformer ends the program
(import (scheme base) (scheme process-context) (mound macro))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (exit 0))))
(odd)
;;; case library of a transformer does more than it may
(import (scheme base) (mound macro) (stamps))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) (stamp))))
(odd)
;;; file stamps.sld
(define-library (stamps)
  (import (scheme base) (scheme time))
  (export stamp)
  (begin
    (define start (current-second))
    (define (stamp) start)))
;;; case parts of the form keep their places
(import (scheme base) (mound macro))
(define-syntax my-when
  (er-macro-transformer
   (lambda (form rename compare)
     `(,(rename 'if) ,(cadr form) (,(rename 'begin) ,@(cddr form)) #f))))
(define (f x)
  (my-when (> x 1)
    (let ((y 1) (y 2)) x)
    (vector-ref (vector 1 2) (* x
                                unknown))))
;;; case error in a part of the form
(import (scheme base) (mound macro))
(define-syntax my-when
  (er-macro-transformer
   (lambda (form rename compare)
     `(,(rename 'if) ,(cadr form) (,(rename 'begin) ,@(cddr form)) #f))))
(define (f x)
  (my-when (> x 1)
    (car x)))
(f 5)
;;; case keyword without its library
(import (scheme base))
(define-syntax odd
  (er-macro-transformer (lambda (form rename compare) form)))
;;; case transformer form without a procedure
(import (scheme base) (mound macro))
(define-syntax odd (er-macro-transformer))
