;; A reader gives a shared end back before it has heard that its writer has given up the other end
;; and claimed it again. The writer hears of that, and its output goes to the next reader.
(import (scheme base) (scheme write) (mound call) (termite process) (pony))

(define-channel-type line (x ? integer))
(define-values (client server) (make-ends/any2any line))
(define me (self))
(define (show object) (write object) (newline))

(define reader
  (fork ((lambda (end)
           (claim! end)
           (! me (list 'read (in (end x))))
           (recv ('go #t))
           (release! end)
           (with-claim end (! me (list 'read (in (end x))))))
         server)))
(fork ((lambda (end)
         (with-claim end (out! (end x) 1))
         (with-claim end (out! (end x) 2))
         (! me 'written))
       client))

(define (home)
  (let loop ((rest (process-list)))
    (if (eq? (process-name (car rest)) 'pony-bundle) (car rest) (loop (cdr rest)))))
(define (until-session number)
  (if (< (cdr (assq 'session (server-status (home)))) number) (until-session number)))
(recv (('read n) (show n)))
(until-session 2)
(! reader 'go)
(recv (('read n) (show n)))
(recv ('written (show 'written)))
