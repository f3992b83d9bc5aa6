;;; The order to tell of messages and a message could be fetched together; then nobody was told of that
;;; message. A process that traces itself fetches both when it waits.

(import (except (scheme base) error raise) (scheme write) (termite) (mound trace))

(define main (self))

(define (traced-by-itself)
  (trace-to main (self) 'messages)
  (! (self) 'hello)
  (?))

(define p (spawn traced-by-itself))

(recv
  (('trace ,p what message) (write (list what message)))
  (after 10 (write 'nothing)))
(newline)
