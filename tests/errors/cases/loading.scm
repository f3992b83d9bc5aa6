;;; Errors in files that a program loads: told with the place in the file.

;;; case an error when a loaded procedure runs
(import (scheme base) (scheme load))
(load "loaded.scm")
;;; file loaded.scm
;; A comment, and a form before.
(define base 10)

(define (tenth list)
  ;; The culprit.
  (+ base (car list)))
(tenth '(1)) (tenth '())
;;; case an error when a loaded form is compiled
(import (scheme base) (scheme load) (scheme write))
(load "loaded.scm")
;;; file loaded.scm
(display "first")
(newline)
  (define (f x)
    (if))
;;; case a loaded file that is not finished
(import (scheme base) (scheme load) (scheme write))
(load "loaded.scm")
;;; file loaded.scm
(display "first")
(newline)
(define (f x)
  (list x)
;;; case a number that is none in a loaded file
(import (scheme base) (scheme load) (scheme write))
(guard (e ((read-error? e)
           (display "read error: ")
           (display (error-object-message e))
           (newline)))
  (load "loaded.scm"))
;;; file loaded.scm
(define λ "λ") (define number #x1.5)
;;; case a file that folds case
(import (scheme base) (scheme load))
(load "loaded.scm")
;;; file loaded.scm
#!fold-case
(DEFINE one 1)
(Car ONE)
;;; case a loaded file that loads another
(import (scheme base) (scheme load))
(load "outer.scm")
;;; file outer.scm

(import (scheme load))
(load "inner.scm")
;;; file inner.scm


(vector-ref #(1 2) 2)
