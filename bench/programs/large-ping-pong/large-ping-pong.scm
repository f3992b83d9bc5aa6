;;; A list of 655 360 numbers, 10 MB in most systems, sent to another process and
;;; back: always the same one, then a new one for each trip.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define size 655360)
(define trips 10)

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
    (if (= trips 1) answer (ping (- trips 1) partner answer))))

(define (ping-new trips partner sum)
  (if (= trips 0)
      sum
      (begin
        (! partner (count-up trips (+ trips size -1)))
        (ping-new (- trips 1) partner (+ sum (car (?)))))))

(let ((numbers (count-up 1 size))
      (partner (let ((me (self))) (spawn (lambda () (echo me))))))
  (measure-times 3 'large-same (* 2 trips) checksum
                 (lambda () (ping trips partner numbers)))
  (measure-times 3 'large-new (* 2 trips) same
                 (lambda () (ping-new trips partner 0)))
  (! partner 'stop))
