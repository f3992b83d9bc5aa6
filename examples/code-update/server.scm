;;; A node with the old version of a server, which it has published.
;;;
;;; It never stops, and knows nothing of the new version.

(import (scheme base) (scheme write) (termite process)
        (example.org/fred pong @1.0))

(node-init "127.0.0.1:0")
(publish-service 'pong-server (start-server))
(display (string-append "listening at " (current-node) "\n"))
(flush-output-port)
(?)
