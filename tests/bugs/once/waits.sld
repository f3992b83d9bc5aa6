;;; A library whose body waits for a message.

(define-library (once waits)
  (import (scheme base) (termite process))
  (export answer)
  (begin
    (publish-service 'body (self))
    (define part (?))
    (define (answer) (* 2 part))))
