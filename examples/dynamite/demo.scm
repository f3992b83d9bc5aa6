;;; Serves the pages of pages.scm on loopback, at the port that is given or a
;;; free one: ./examples/run-dynamite [PORT]
(import (scheme base) (scheme cxr) (scheme process-context) (scheme write)
        (dynamite) (mound http) (mound tcp) (termite process))
(include "pages.scm")

(define port
  (if (pair? (cdr (command-line)))
      (string->number (cadr (command-line)))
      0))
(define listener (tcp-listen port))
(define server
  (http-serve listener
              (dynamite-handler routes title: "Dynamite" style: style)))
(display "open http://127.0.0.1:")
(display (listener-port listener))
(display "/ in a browser; Ctrl-C ends it")
(newline)
(flush-output-port)
(wait-for server)
