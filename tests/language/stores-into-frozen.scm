;; What is frozen cannot be changed, also by a procedure that has just looked into it and
;; so knows what it is.
(import (scheme base) (scheme write) (termite process))

(define-record-type point (make-point x) point? (x point-x set-point-x!))

(define (change-vector! vector)
  (let ((first (vector-ref vector 0)))
    (vector-set! vector 0 (+ first 1))
    (vector-set! vector 1 first)
    vector))
(define (change-point! point)
  (let ((x (point-x point)))
    (set-point-x! point (+ x 1))
    (set-point-x! point (+ x 2))
    (point-x point)))

(define (try change object)
  (guard (condition (#t (display "refused"))) (write (change object)))
  (newline))

(try change-vector! (vector 1 2))
(try change-vector! '#(1 2))
(try change-point! (make-point 5))

(! (self) (list (vector 1 2) (make-point 5)))
(define received (? 5))
(try change-vector! (car received))
(try change-point! (cadr received))
(write (list (vector-ref (car received) 0) (point-x (cadr received))))
(newline)
