;; What one process changes no other sees; what arrives cannot be changed.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define v (vector 1 2 3))
(define me (self))
(define worker
  (spawn
   (lambda ()
     (recv
       ((from x)
        (! from (guard (e (#t 'refused)) (vector-set! x 0 'changed) 'done))
        (let ((copy (vector-copy x)))
          (vector-set! copy 0 'changed)
          (! from copy)))))))
(! worker (list me v))
(show (?))
(show (?))
(show v)
(vector-set! v 0 'mine)
(show v)

;; The message is as it was when it was sent.
(define l (list 1 2 3))
(! (self) l)
(set-car! l 'changed)
(show (?))
(show l)

;; A variable that a closure captured is what it was when it was sent.
(define (captured)
  (let ((n 0))
    (spawn (lambda () (recv (after 0.02 1)) (! me n)))
    (set! n (+ n 1))
    (list (?) n)))
(show (captured))
;; So is a port of a string: what the other writes, it writes to its own.
(define (captured-port)
  (let ((port (open-output-string)))
    (spawn (lambda () (write 'there port) (! me (get-output-string port))))
    (let ((there (?)))
      (write 'here port)
      (list there (get-output-string port)))))
(show (captured-port))
;; Sharing and cycles arrive as they were.
(define shared (list 'x))
(! (self) (list shared shared))
(show (let ((m (?))) (eq? (car m) (cadr m))))
(define circle (list 1 2))
(set-cdr! (cdr circle) circle)
(! (self) circle)
(show (let ((m (?))) (list (car m) (cadr m) (eq? m (cddr m)))))
(! (self) (lambda (x) (* x 2)))
(show ((?) 21))
