;; Asks the counter once a second, and says what it gets.
(import (scheme base) (scheme write) (scheme process-context) (mound clock)
        (mound conditions) (termite process))

(define counter (remote-service 'counter (cadr (command-line))))
(define (ask)
  (guard (e ((condition? e) (condition-kind e)) (#t e))
    (!? counter 'next 2)))
(! counter (list 'watch (self)))
(let loop ((left 20))
  (if (> left 0)
      (begin
        (write (ask))
        (newline)
        (sleep 1)
        (loop (- left 1)))))
