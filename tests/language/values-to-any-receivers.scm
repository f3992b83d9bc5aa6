;;; Several values go to receivers that are objects: procedures of just so many arguments, with
;;; a list of the rest, of several clauses, continuations, and what takes another number or is
;;; no procedure.

(import (scheme base) (scheme case-lambda) (scheme write))

(define (show object) (write object) (newline))

(define by-clauses
  (case-lambda
    (() 'none)
    ((a) (list 'one a))
    ((a b . rest) (list 'some a b rest))))

(define (rest-only . all) (list 'rest all))
(define (two a b) (list 'two a b))
(define (at-least-two a b . rest) (list 'at-least a b rest))

(define (attempt producer receiver)
  (guard (condition
          ((error-object? condition) (list 'error (error-object-message condition))))
    (call-with-values producer receiver)))

(define producers
  (list (lambda () (values))
        (lambda () 1)
        (lambda () (values 1 2))
        (lambda () (values 1 2 3))
        (lambda () (values 1 2 3 4 5 6 7 8 9 10 11 12))))

(define receivers (list list vector + max by-clauses rest-only two at-least-two))

(for-each
 (lambda (producer)
   (for-each (lambda (receiver) (show (attempt producer receiver))) receivers))
 producers)
(show (attempt (lambda () (values 1 2)) 5))

;; Not in tail position, many times, so that lists are made while memory is collected.
(define (sum-of receiver)
  (let loop ((i 0) (sum 0))
    (if (= i 2000)
        sum
        (loop (+ i 1)
              (+ sum (length (call-with-values (lambda () (values i sum i)) receiver)))))))
(show (map sum-of (list list rest-only by-clauses at-least-two)))

;; To a continuation, and through one.
(show (call/cc (lambda (k) (call-with-values (lambda () 7) k) 8)))
(show (call-with-values (lambda () (call/cc (lambda (k) (k 1 2)))) list))

;; Sums, differences and products of many numbers of all kinds.
(define (all-of a b c d e)
  (list (+ a b c d e) (- a b c d e) (* a b c d e)
        (+ a b c d e a) (- a b c d e a) (* a b c d e a)))
(show (all-of 1 2 3 4 5))
(show (all-of 1 2.5 3 1/2 5))
(show (all-of (expt 2 60) (expt 2 60) 1 (expt 2 61) (- (expt 2 62))))
(show (guard (condition (#t (error-object-message condition))) (all-of 1 2 3 4 'five)))
