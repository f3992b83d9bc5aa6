;; What can be sent to, and what happens to messages for the dead.
(import (scheme base) (scheme write) (termite process) (mound conditions))

(define (show object) (write object) (newline))
(define (refused thunk)
  (catch (lambda (e) (list (condition-kind e) (error-object-irritants e))) (thunk)))

(show (refused (lambda () (! 'foo 1))))
(show (refused (lambda () (! "process" 1))))
(show (refused (lambda () (!? 42 'ping 1 'never))))
(show (refused (lambda () (terminate! 'foo))))
(show (refused (lambda () (monitor 'foo))))
;; The dead take everything in silence.
(define dead (spawn (lambda () 'gone)))
(wait-for dead)
(! dead 'hello)
(! dead (list dead dead))
(terminate! dead)
(show (!? dead 'hello 0.01 'no-answer))
(show (catch condition-kind (!? dead 'hello)))
(show (list (pid? dead) (alive? dead) (process-info dead) (process-name dead)))
;; A pid is the same wherever it has been, and can be a key.
(! (self) (list (self) dead))
(show (let ((m (?))) (list (eq? (car m) (self)) (eq? (cadr m) dead) (equal? (cadr m) (self)))))
(show (cdr (assq dead (list (cons (self) 'me) (cons dead 'the-dead)))))
