;; SRFI 42: the first dispatcher of `:` takes lists, strings, vectors, and one
;; to three numbers, and nothing else.

(import (scheme base) (scheme write) (srfi 42))

(define dispatch (make-initial-:-dispatch))

(define (show what)
  (write what)
  (newline))

(show (dispatch '()))
(show (list-ec (:dispatched x dispatch '(a b) '(c)) x))
(show (list-ec (:dispatched x dispatch "ab" "" "c") x))
(show (list-ec (:dispatched x dispatch #(1) #(2 3)) x))
(show (list-ec (:dispatched x dispatch 3) x))
(show (list-ec (:dispatched x dispatch 2 5) x))
(show (list-ec (:dispatched x dispatch 9 0 -4) x))
(show (list-ec (:dispatched x dispatch 0. 1. .5) x))
(show (list-ec (:dispatched x dispatch #\a #\d) x))
(show (dispatch '(x y z)))
(show (dispatch '(1 2 3 4)))
(show (dispatch '(#\a #\b #\c)))
(show (dispatch '("a" #(1))))
