;; Ports that go to the other node: that of a console means the console of its
;; node; those of strings and bytevectors have a state, and a message with one is
;; refused, at once, where it is sent.
(import (scheme base) (scheme write) (scheme process-context)
        (srfi 69) (mound conditions)
        (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e)) (#t e)) (thunk)))

(define echo (remote-service 'echo there))
(write 'through-the-console (!? echo (current-output-port) 30))
(newline)
;; What keeps a message from being sent, told by its sender.
(define (refused message)
  (guard (e ((condition? e)
             (list (condition-kind e) (error-object-message e))))
    (! echo message)))
(show (refused (open-input-string "text")))
(show (refused (list 1 (vector 'a (open-output-string)))))
(show (refused (open-input-bytevector #u8(1))))
(define kept (open-output-bytevector))
(show (refused kept))
(show (let ((port (open-input-string "text")))
        (refused (lambda () (read-char port)))))
(define table (make-hash-table))
(hash-table-set! table 'port kept)
(show (car (refused table)))
(define (told thunk) (guard (e (#t e)) (thunk)))
;; A symbol that no other node takes is refused as well.
(show (refused (list (string->symbol (make-string 5000 #\x)))))
;; A condition may have one among what it is about, and a continuation too,
;; which gets its own.
(define broken (told (lambda () (error "not read:" (open-input-string "text")))))
(show (error-object-message (!? echo broken 30)))
(show (error-object-message (car (!? echo (list broken) 30))))
(show (procedure?
       (!? echo (let ((port (open-input-string "x")))
                  (call/cc (lambda (k) (list k (read-char port)) k)))
           30)))
;; The answer of another node is refused there, and whoever asks is told.
(show (condition-kind (told (lambda () (on there (lambda () (open-input-string "x")))))))
;; A procedure that uses a variable with one goes; the variable stays.
(show (procedure? (!? echo (lambda () (get-output-bytevector kept)) 30)))
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
(show (kind-of (lambda () (spawn-output-port (open-output-string)))))
