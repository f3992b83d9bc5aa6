;;; What was in the mailbox when a limit was set counted as messages, also the news of ends, which are
;;; never lost. And whoever changed a limit forgot what the one before had cost, and how large the
;;; messages were.

(import (except (scheme base) error raise) (scheme write) (termite))

(define (lost) (cdr (assq 'lost-messages (process-info (self)))))

;; What has come is in the mailbox then.
(define (take-in) (recv ('never 'came) (after 0 'nothing)))

(define (show value) (write value) (newline))

(define (limited)
  (let* ((p (spawn (lambda () (?))))
         (watch (monitor p))
         (witness (monitor p)))
    (! p 'end)
    (recv (('down ,witness pid reason object) 'seen))
    (process-limits-set! '((mailbox . 1) (when-mailbox-full . drop-oldest)))
    (! (self) 'one)
    (! (self) 'two)
    (take-in)
    (show (recv (('down ,watch pid reason object) reason) (after 0 'lost)))
    (show (list (? 0 'nothing) (lost)))
    (! (self) (make-string 500 #\a))
    (take-in)
    (process-limits-set!
     '((mailbox . 100) (mailbox-bytes . 1000) (when-mailbox-full . drop-newest)))
    (! (self) (make-string 700 #\b))
    (take-in)
    (show (list (string-length (?)) (? 0 'nothing) (lost)))))

(define watch (monitor (spawn limited)))
(recv (('down ,watch pid reason object) (show reason)))
