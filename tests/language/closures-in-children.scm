;; What a closure at the top level has captured: a child sees it as the parent did, whether it has
;; changed since it was defined or something else has.
(import (scheme base) (scheme write) (termite process))

(define me (self))
(define (in-child thunk)
  (spawn (lambda () (! me (thunk))))
  (?))
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))

(define-values (next! count)
  (let ((n 0)) (values (lambda () (set! n (+ n 1))) (lambda () n))))
(define-values (shift! place)
  (let ((p (make-point 1 2)))
    (values (lambda () (set-point-x! p (+ 10 (point-x p))))
            (lambda () (list (point-x p) (point-y p))))))
(define first (let ((items (list 'a 'b))) (lambda () items)))
(define other (list 1))
(define around (let ((self #f)) (set! self (lambda (n) (if (= n 0) 'end (self (- n 1))))) self))

(define (all) (list (count) (place) (first) (around 3)))
(define (show object) (write object) (newline))
(show (in-child all))
;; Something else is stored.
(set-car! other 2)
(show (in-child (lambda () (list (all) other))))
;; What they have captured is stored into, each in its turn.
(next!)
(show (in-child all))
(shift!)
(show (in-child all))
(set-car! (first) 'changed)
(show (in-child all))
;; A child of a child.
(show (in-child (lambda ()
                  (let ((child (self)))
                    (spawn (lambda () (! child (all))))
                    (list (?) (all))))))
(show (all))
