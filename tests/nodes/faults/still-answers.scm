;; The other node answers.
(import (scheme base) (scheme write) (scheme process-context) (termite process))

(write (on (cadr (command-line)) (lambda () 'reached)))
(newline)
