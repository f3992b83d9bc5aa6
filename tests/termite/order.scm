;; Messages arrive in the order in which one process sent them.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define (in-order? count)
  (let loop ((next 1))
    (cond ((> next count) #t)
          ((= (?) next) (loop (+ next 1)))
          (else (list 'broken-at next)))))

(define count 100000)
(define me (self))
(spawn (lambda ()
         (let loop ((i 1))
           (when (<= i count)
             (! me i)
             (loop (+ i 1))))))
(show (in-order? count))

;; A chain of processes hands a number on; each adds one.
(define (chain length end)
  (if (= length 0)
      end
      (chain (- length 1)
             (spawn (lambda () (! end (+ 1 (?))))))))
(! (chain 500 me) 0)
(show (?))

;; A ring: the last knows the first by a message.
(define (ring size turns)
  (define (node next)
    (let ((n (?)))
      (! next (- n 1))
      (if (> n size) (node next))))
  (let ((first (spawn (lambda () (let ((next (?))) (node next))))))
    (let loop ((i 1) (next first))
      (if (< i size)
          (loop (+ i 1) (let ((next next)) (spawn (lambda () (node next)))))
          (begin (! first next) (! first turns) 'started)))))
(show (ring 50 500))
