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
;; The console of this node for the other one: what is written there appears
;; here, in order, and what is read comes from here.
(let ((output (spawn-output-port (current-output-port)))
      (input (spawn-input-port (current-input-port))))
  (on there
      (lambda ()
        (write '(written there) output)
        (newline output)
        (display "and " output)
        (for-each (lambda (n) (write n output)) '(1 2 3))
        (newline output)
        (flush-output-port output)))
  (show (on there (lambda () (output-port-open? output))))
  (show (on there (lambda ()
                    (list (input-port-open? input)
                          (eof-object? (peek-char input))
                          (eof-object? (read-line input)))))))
;; Without its process it is of no use.
(let ((output (!? (spawn
                   (lambda ()
                     (recv ((from tag 'port)
                            (! from (list tag (spawn-output-port
                                               (current-output-port))))))))
                  'port)))
  (define (flush)
    (kind-of (lambda () (on there (lambda () (flush-output-port output))))))
  (show (let again ((outcome (flush)))
          (if (symbol? outcome) outcome (again (flush))))))
(show (kind-of (lambda () (spawn-output-port (open-output-string)))))
