;; Processes that compute for ever, without ever receiving, hold up nobody, and
;; can be ended.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))
(define (spin) (spin))
(define (spin-in-a-loop) (let loop ((n 0)) (loop (if (= n 7) 0 (+ n 1)))))

(define spinning
  (let ((make (lambda (thunk) (spawn thunk))))
    (list (make spin) (make spin-in-a-loop) (make spin) (make spin-in-a-loop))))
(define echo
  (spawn (lambda ()
           (let loop ()
             (recv ((from tag n) (! from (list tag n))))
             (loop)))))
(show (let loop ((n 0)) (if (< n 20) (begin (!? echo n) (loop (+ n 1))) n)))
(for-each terminate! spinning)
(for-each (lambda (pid) (wait-for pid)) spinning)
(show (map alive? spinning))
