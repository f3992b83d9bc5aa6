;;; A ring of 250 000 processes. Each receives a number and sends the number
;;; minus one to the next; after passing on 0 it ends. K is the first number; as
;;; it is a multiple of the size, this process is the last to get the 0.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define size 250000)

(define (station next)
  (let ((number (?)))
    (if (= number 0)
        (! next 0)
        (begin
          (! next (- number 1))
          (station next)))))

(define (make-ring count next)
  (if (= count 1)
      next
      (make-ring (- count 1) (spawn (lambda () (station next))))))

;; This process is a station too, and returns what it got last.
(define (keep-on first)
  (let ((number (?)))
    (if (= number 0)
        'done
        (begin
          (! first (- number 1))
          (keep-on first)))))

(define (ring k)
  (let ((first (make-ring size (self))))
    (! first k)
    (keep-on first)))

(measure-times 2 'ring-0 size same (lambda () (ring 0)))
(measure-times 2 'ring-1000000 size same (lambda () (ring 1000000)))
