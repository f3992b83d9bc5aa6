;;; Runs the service until the node ends.

(import (scheme base) (greeter server) (termite process))

(publish-service 'greeter (spawn (lambda () (serve 0)) name: 'greeter))
(?)
