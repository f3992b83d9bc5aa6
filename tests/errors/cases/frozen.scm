;;; Data that cannot be changed, and data that cannot be sent.

;;; case literal list
(import (scheme base))
(define items '(1 2 3))
(define (f) (set-car! items 9))
(f)
;;; case literal vector
(import (scheme base))
(define (f) (vector-set! #(1 2 3) 0 9))
(f)
;;; case literal string
(import (scheme base))
(define (f s) (string-set! s 0 #\a))
(f "hello")
;;; case fill of a literal
(import (scheme base))
(define (f v) (vector-fill! v 0))
(f '#(1 2))
;;; case received list
(import (scheme base) (termite process))
(! (self) (list 1 2))
(define (f message) (set-cdr! message '()))
(f (?))
;;; case received record
(import (scheme base) (termite process))
(define-record-type point (make-point x) point? (x point-x set-point-x!))
(! (self) (make-point 1))
(define (f p) (set-point-x! p 2))
(f (?))
;;; case received hash table
(import (scheme base) (srfi 69) (termite process))
(! (self) (make-hash-table))
(define (f t) (hash-table-set! t 'a 1))
(f (?))
