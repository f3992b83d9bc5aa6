;; A branch of `par` may end, and give its end back, while others are still to begin. What comes for
;; that end meanwhile is not lost.
(import (scheme base) (scheme write) (termite process) (pony))

(define-channel-type line (x ? integer))
(define (show object) (write object) (newline))
(define me (self))
(define-values (client server) (make-ends line))
(define (server-end)
  (call-with-values (lambda () (make-ends line)) (lambda (client server) server)))
(define (nothing end) 'nothing)

(fork ((lambda (end) (out! (end x) 7) (! me 'written)) client))
(show
 (length
  (par (nothing server)
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end))
       (nothing (server-end)) (nothing (server-end)) (nothing (server-end)))))
(show (in (server x)))
(recv ('written (show 'written)))
