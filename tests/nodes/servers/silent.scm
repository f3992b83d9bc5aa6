;; A node with a service that never answers.
(import (scheme base) (scheme write) (termite process))

(publish-service 'silent (spawn (lambda () (let loop () (?) (loop)))))
(display "ready")
(newline)
