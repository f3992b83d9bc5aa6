;; A process sends a message to the one that made it.
(import (scheme base) (scheme write) (termite process))

(define (show object) (write object) (newline))

(show (let ((me (self)))
        (spawn (lambda () (! me "Hello, world!")))
        (?)))
(define me (self))
(define greeter (spawn (lambda () (! me (list 'hi (self)))) name: 'greeter))
(show (let ((message (?))) (list (car message) (eq? (cadr message) greeter))))
(show (map pid? (list (self) greeter 5 'self "pid")))
(show (list (eq? (self) me) (eq? me greeter) (equal? me (self))))
(show (procedure? self))
;; A pid is a key like any other.
(define names (list (cons me 'me) (cons greeter 'greeter)))
(show (map (lambda (pid) (cdr (assq pid names))) (list greeter me)))
;; Sending returns at once and to the dead is nothing.
(wait-for greeter)
(! greeter 'too-late)
(show 'sent)
(show (guard (e (#t (error-object-irritants e))) (! 'foo 1)))
(show (guard (e (#t 'type)) (spawn 'not-a-thunk)))
