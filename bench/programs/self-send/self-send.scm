;;; Sending: a process sends a message to itself and takes it out, again and
;;; again. Nothing ever waits.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define messages 1000000)

(define (send-and-take count me)
  (if (= count 0)
      'done
      (begin
        (! me count)
        (?)
        (send-and-take (- count 1) me))))

(measure-times 3 'send messages same
               (lambda () (send-and-take messages (self))))
