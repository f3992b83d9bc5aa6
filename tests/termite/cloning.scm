;; A process made from the continuation of another.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(define (counting-server)
  (let loop ((n 0))
    (recv
      ((from tag 'next)
       (! from (list tag n))
       (loop (+ n 1)))
      ((from tag 'clone)
       (call/cc
        (lambda (clone)
          (! from (list tag (lambda () (clone #t))))))
       (loop n)))))

(define original (spawn counting-server))
(define (next server) (!? server 'next))
(show (list (next original) (next original)))
(define copy (spawn (!? original 'clone)))
(show (let* ((a (next copy)) (b (next original)) (c (next original)) (d (next copy)))
        (list a b c d)))
(show (eq? original copy))
;; A clone of the clone.
(define third (spawn (!? copy 'clone)))
(show (let* ((a (next third)) (b (next third)) (c (next copy))) (list a b c)))

;; A continuation sent to another process goes on there.
(define me (self))
(define sender
  (spawn (lambda ()
           (let ((n (call/cc (lambda (k) (! me k) 1))))
             (! me (list (self) (* n 10)))))))
(define k (?))
(show (let ((m (?))) (list (eq? (car m) sender) (cadr m))))
(define runner (spawn (lambda () (k 7))))
(show (let ((m (?))) (list (eq? (car m) runner) (cadr m))))
