;;; As ping-pong, but each side makes a new list for each message, so a system
;;; that sends without a copy cannot win by sending one object for ever.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define trips 20000)

(define (add-one numbers)
  (if (null? numbers)
      '()
      (cons (+ 1 (car numbers)) (add-one (cdr numbers)))))

(define (echo to)
  (let ((message (?)))
    (if (eq? message 'stop)
        'stopped
        (begin
          (! to (add-one message))
          (echo to)))))

(define (ping trips partner message)
  (! partner message)
  (let ((answer (?)))
    (if (= trips 1)
        answer
        (ping (- trips 1) partner (add-one answer)))))

(define (ping-pong row size)
  (let ((numbers (count-up 1 size))
        (partner (let ((me (self))) (spawn (lambda () (echo me))))))
    (measure-times 2 row (* 2 trips) checksum
                   (lambda () (ping trips partner numbers)))
    (! partner 'stop)))

(ping-pong 'fresh-10 10)
(ping-pong 'fresh-100 100)
(ping-pong 'fresh-1000 1000)
