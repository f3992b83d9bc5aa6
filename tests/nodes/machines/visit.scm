;; What two nodes on two machines do together: calls, processes, pids that come
;; back, a monitor, and a computation that goes there and back.
(import (scheme base) (scheme write) (scheme process-context)
        (termite process))

(define there (list-ref (command-line) 1))
(define here (current-node))

(define (show . objects)
  (for-each display objects)
  (newline))

(show "other node: " (not (equal? here there)))
(show "its own name: " (equal? there (on there current-node)))
(show "my name there: " (equal? here (on there (let ((me (self))) (lambda () (pid-node me))))))

;; Goes by the name that this node is told to have, which is to lead back here.
(define back
  (let ((name here))
    (on there (lambda () (on name (lambda () (* 6 7)))))))
(show "there and back: " back)

(define echo
  (remote-spawn there
    (lambda ()
      (let loop ()
        (recv
          ((from tag 'stop) (! from (list tag 'stopped)))
          ((from tag message) (! from (list tag message)) (loop)))))))
(show "echo: " (!? echo '(any "message" 1/2)))

(define ended (monitor echo))
(show "last words: " (!? echo 'stop))
(recv (('down ,ended pid reason object) (show "its end: " (eq? pid echo))))

(define traveller
  (let ((me (self)) (home here))
    (spawn
      (lambda ()
        (migrate-task there)
        (let ((abroad (current-node)))
          (migrate-task home)
          (! me (list 'travelled abroad (current-node))))))))
(recv
  (('travelled abroad now)
   (show "travelled: " (and (equal? abroad there) (equal? now here)))))
(show "ping: " (ping there 10))
