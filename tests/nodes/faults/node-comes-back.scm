;; A node that was started anew at the same address is another node: its old
;; processes are gone. The line "ready" asks for that; a line of input says
;; that it is done.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e))) (thunk)))

(define echo (remote-service 'echo there))
(show (!? echo 'before))
(define old (on there (lambda () (resolve-service 'echo))))
(define watch (monitor old))
(show 'ready)
(read-line)
(show (recv (('down ,watch _ reason _) reason) (after 120 'nothing)))
(show (!? echo 'after 60 'none))
(show (on there (lambda () (+ 1 2))))
(define new (on there (lambda () (resolve-service 'echo))))
(show (eq? old new))
(show (!? new 'new-process 60 'none))
(show (kind-of (lambda () (!? old 'old-process))))
