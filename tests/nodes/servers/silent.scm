;; A node with a service that never answers.
(import (scheme base) (termite process))

(publish-service 'silent (spawn (lambda () (let loop () (?) (loop)))))
