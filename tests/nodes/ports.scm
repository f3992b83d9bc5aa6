;; Ports that go to the other node: the console is that of the node where it is
;; used; others have a state, and arrive frozen.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e)) (#t e)) (thunk)))

(define echo (remote-service 'echo there))
(write 'through-the-console (!? echo (current-output-port) 30))
(newline)
(define copy (!? echo (open-input-string "text") 30))
(show (list (input-port? copy) (textual-port? copy)))
(show (kind-of (lambda () (read-char copy))))
(show (on there (lambda () (input-port? (current-input-port)))))
(show (on there (lambda ()
                  (let ((port (open-output-string)))
                    (write '(written there) port)
                    (get-output-string port)))))
(show (let ((port (open-input-string "made here")))
        (kind-of (lambda () (on there (lambda () (read-line port)))))))
