;;; A game in browsers, on this node and those that are given, on each of which
;;; there are rooms: ./examples/run-schack
(import (scheme base) (scheme process-context) (scheme write) (mound match)
        (mound base) (mound http) (mound tcp) (dynamite) (termite process))
(include "world.scm")
(include "page.scm")

(define keeper (start-world rooms (cons (current-node) (cdr (command-line)))))
(define listener (tcp-listen 0))
(define server
  (http-serve listener (dynamite-handler (list (cons "/" (play keeper)))
                                         title: "Schack" style: style)))
(display "open http://127.0.0.1:")
(display (listener-port listener))
(display "/ in several browsers; Ctrl-C ends it")
(newline)
(flush-output-port)
(wait-for server)
