;;; A thousand processes send to one, which adds up what they send.

(import (scheme base) (scheme write) (scheme time) (mound sort)
        (only (termite process) ! !? ? recv self spawn terminate! priority:
              process-info))
(include "../mound.scm")
(include "../measure.scm")

(define senders 1000)
(define messages 300)

(define (send-all count to)
  (if (> count 0)
      (begin
        (! to count)
        (send-all (- count 1) to))))

(define (start count to)
  (if (> count 0)
      (begin
        (spawn (lambda () (send-all messages to)))
        (start (- count 1) to))))

(define (add-up count sum)
  (if (= count 0) sum (add-up (- count 1) (+ sum (?)))))

(measure-times 3 'many-to-one (* senders messages) same
               (lambda ()
                 (start senders (self))
                 (add-up (* senders messages) 0)))
