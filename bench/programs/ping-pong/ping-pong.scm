;;; Messages between two processes of a node: the same list goes there and
;;; back.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define trips 50000)

(define (echo to)
  (let ((message (?)))
    (if (eq? message 'stop)
        'stopped
        (begin
          (! to message)
          (echo to)))))

(define (ping trips partner message)
  (! partner message)
  (let ((answer (?)))
    (if (= trips 1)
        answer
        (ping (- trips 1) partner message))))

(define (ping-pong row size)
  (let ((numbers (count-up 1 size))
        (partner (let ((me (self))) (spawn (lambda () (echo me))))))
    (measure-times 2 row (* 2 trips) checksum
                   (lambda () (ping trips partner numbers)))
    (! partner 'stop)))

(ping-pong 'ping-pong-0 0)
(ping-pong 'ping-pong-10 10)
(ping-pong 'ping-pong-100 100)
(ping-pong 'ping-pong-1000 1000)
