;;; What programs raise, and traces.

;;; case error with irritants
(import (scheme base))
(define (withdraw balance amount)
  (if (> amount balance)
      (error "the balance is too low:" balance amount 'in "account 7")
      (- balance amount)))
(define (main)
  (let ((left (withdraw 10 20)))
    (list left)))
(main)
;;; case error with something else than a message
(import (scheme base))
(define (f) (list (error 'f "is wrong" 5)))
(f)
;;; case raise of a symbol
(import (scheme base))
(define (f x) (list (raise 'out-of-paper)))
(f 1)
;;; case raise of a list
(import (scheme base))
(define (f x) (raise (list 'bad x)))
(f 1)
;;; case raise of a record
(import (scheme base))
(define-record-type failure (make-failure code) failure? (code failure-code))
(define (f x) (list (raise (make-failure x))))
(f 404)
;;; case raise of a large object
(import (scheme base))
(define (f n) (list (raise (make-vector n 'element))))
(f 1000)
;;; case handler that returns
(import (scheme base))
(define (f)
  (with-exception-handler
    (lambda (e) 'ignored)
    (lambda () (+ 1 (raise 'oops)))))
(list (f))
;;; case error in a handler
(import (scheme base))
(define (f)
  (with-exception-handler
    (lambda (e) (car e))
    (lambda () (+ 1 (raise 'oops)))))
(list (f))
;;; case guard without a fitting clause
(import (scheme base))
(define (f)
  (guard (e ((string? e) 'string))
    (list (raise 'oops))))
(list (f))
;;; case raise-continuable without a handler
(import (scheme base))
(define (f) (list (raise-continuable 'question)))
(f)
;;; case assertion
(import (scheme base) (only (mound syntax) assert))
(define (half n)
  (assert (even? n) n)
  (quotient n 2))
(list (half 3))
;;; case trace of nested calls
(import (scheme base))
(define (inner x) (list (car x)))
(define (middle x) (cons 1 (inner x)))
(define (outer x) (cons 0 (middle x)))
(define (main) (cons 'result (outer 5)))
(main)
;;; case trace of a deep recursion
(import (scheme base))
(define (sum items)
  (if (null? items)
      (car items)
      (+ (car items) (sum (cdr items)))))
(define (main) (list (sum (make-list 1000 1))))
(main)
;;; case trace of mutual recursion
(import (scheme base))
(define (ping n) (if (= n 0) (error "the end is reached") (+ 1 (pong (- n 1)))))
(define (pong n) (if (= n 0) (error "the end is reached") (+ 1 (ping (- n 1)))))
(list (ping 100))
;;; case trace with anonymous procedures
(import (scheme base))
(define (apply-all fs x) (map (lambda (f) (list (f x))) fs))
(list (apply-all (list car (lambda (x) (+ x 1))) '(1)))
;;; case trace with a named let
(import (scheme base))
(define (find-first items)
  (let loop ((rest items) (index 0))
    (if (= (car rest) 3) index (+ 0 (loop (cdr rest) (+ index 1))))))
(list (find-first '(1 2 x)))
;;; case error in a long line
(import (scheme base))
(define (f x) (list "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" (car x)))
(f 1)
;;; case error behind wide characters
(import (scheme base))
(define (f x) (list "größe 界" (car x)))
(f 1)
;;; case condition that is displayed
(import (scheme base) (scheme write) (mound conditions))
(guard (e (#t (display-condition e) (newline)))
  (vector-ref (vector 1 2) 2))
