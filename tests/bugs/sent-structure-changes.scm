;; A large structure that is sent again is copied again if only a number in it changed.
(import (scheme base) (scheme write) (termite process))

(define me (self))
(define numbers (make-vector 2000 0))
(define shared (list numbers (list 0)))

(define (send-four count)
  (if (< count 4)
      (begin
        (! me shared)
        (if (even? count)
            (vector-set! numbers 0 (+ count 1))
            (set-car! (cadr shared) (+ count 1)))
        (send-four (+ count 1)))))

(define (receive-four count)
  (if (< count 4)
      (let ((message (?)))
        (write (list (vector-ref (car message) 0) (car (cadr message))))
        (newline)
        (receive-four (+ count 1)))))

(send-four 0)
(receive-four 0)
