;; What was the same code as an earlier form was told of with the names of that one.
(import (scheme base) (scheme write) (scheme eval) (mound conditions))

(define there (environment '(scheme base)))
(define (complaint form argument)
  (call/cc
   (lambda (return)
     (with-exception-handler
      (lambda (e) (return (list (condition-who e) (error-object-message e))))
      (lambda () (list ((eval form there) argument)))))))
(define-syntax show
  (syntax-rules ()
    ((_ form) (begin (write form) (newline)))))

;; Of one argument these are the same code.
(for-each
 (lambda (name)
   (show (complaint `(lambda (object) (begin (,name object) #f)) 'a)))
 '(* + <= = >= + *))

(show (complaint '(letrec ((one (lambda (x) (car x)))) (lambda (x) (vector (one x) one))) 5))

;; Its literals are the same objects still.
(define (literal name)
  ((eval `(let () (define (,name) '(1 "two")) ,name) there)))
(show (eq? (literal 'first) (literal 'second)))
(define-values (make is?)
  (apply values
         (eval '(let ()
                  (define-record-type point (make-point x) point? (x point-x))
                  (list make-point point?))
               there)))
(define-values (make-other is-other?)
  (apply values
         (eval '(let ()
                  (define-record-type point (construct x) is-it? (x first-of))
                  (list construct is-it?))
               there)))
(show (list (is? (make 1)) (is-other? (make-other 1))))
