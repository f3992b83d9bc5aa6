;;; Values through a channel without a type, from one process to another, by put
;;; and get, and by a choice of two channels.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) self spawn process-info)
        (mound channel))
(include "../mound.scm")
(include "../measure.scm")

(define values-sent 50000)
(define channel (make-channel))
(define other (make-channel))

(define (get-all count get)
  (let ((value (get)))
    (if (= count 1) 'done (get-all (- count 1) get))))

(spawn (lambda () (let loop () (channel-put! channel 1) (loop))))
(measure-times 2 'plain-channel values-sent same
               (lambda ()
                 (get-all values-sent (lambda () (channel-get! channel)))))
(define (either)
  (sync (choose-event (get-event channel) (get-event other))))
(measure-times 2 'plain-choice values-sent same
               (lambda () (get-all values-sent either)))
