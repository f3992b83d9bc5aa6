;;; A limited mailbox that loses the oldest message could lose the very one that a receive was
;;; looking at, when that took more than a turn. The receive then removed the message before it,
;;; which may be the news of an end.

(import (except (scheme base) error raise) (scheme write) (termite))

(define (limited)
  (let* ((big (make-vector 100000 1))
         (me (self))
         (p (spawn (lambda () (?))))
         (watch (monitor p))
         (witness (monitor p)))
    (! p 'end)
    (recv (('down ,witness pid reason object) 'seen))
    (process-limits-set! '((mailbox . 2) (when-mailbox-full . drop-oldest)))
    (! me (make-vector 100000 1))
    (spawn (lambda () (! me 1) (! me 2) (! me 3)))
    ;; It may be lost before it is looked at.
    (recv (,big 'matched) (after 0.2 'missed))
    (write (recv (('down ,watch pid reason object) reason) (after 0 'lost)))
    (newline)))

(define watch (monitor (spawn limited)))
(recv (('down ,watch pid reason object) (write reason)))
(newline)
