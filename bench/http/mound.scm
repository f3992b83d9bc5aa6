;; The server of bench/http/run: a text of 13 bytes for each request.
(import (scheme base) (scheme write) (mound http) (mound tcp)
        (termite process))
(define listener (tcp-listen 0))
(define server
  (http-serve listener (lambda (request) (text-response "Hello, world\n"))))
(write (listener-port listener))
(newline)
(flush-output-port)
(wait-for server)
