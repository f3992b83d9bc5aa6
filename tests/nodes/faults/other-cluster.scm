;; A node of another authority is refused, and this one goes on.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(show (guard (e ((condition? e) (condition-kind e)))
        (on there (lambda () 'reached))))
(show (ping there 5))
(show (on (current-node) (lambda () 'this-node-lives)))
