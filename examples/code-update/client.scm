;;; A node with the new version of the server. It replaces the code of the
;;; running server on the other node, whose address is its argument.

(import (scheme base) (scheme process-context) (scheme write) (scheme time)
        (mound mobile) (termite process) (example.org/fred pong @2.0))

(define there (cadr (command-line)))

;; A line with a result, and how long it took to get it.
(define (step text thunk)
  (let* ((start (current-jiffy))
         (result (thunk))
         (time (/ (- (current-jiffy) start) (/ (jiffies-per-second) 1000))))
    (display (list text result))
    (display (string-append "  "
                            (number->string (/ (round (* 1000.0 time)) 1000))
                            " ms\n"))))

(node-init "127.0.0.1:0")
(define server (remote-service 'pong-server there))
(define (ping) (!? server 'ping 60))

;; What a server would do next. For that of the other node its code comes here.
(define (clone server) (!? server 'clone 60))

;; When the answer has come, the server has become what was sent.
(define (become code)
  (lambda ()
    (! server (list 'become code))
    (ping)))

(step "the server answers " ping)
(step "and counts         " ping)
(define old (clone server))
(define new (clone (start-server)))
(display "what is sent:      ")
(display (map (lambda (code) (list (list-ref code 1) (list-ref code 2)))
              (mobile-report-code (mobile-report new))))
(newline)
(step "new code, it goes on" (become new))
(step "and counts         " ping)
(step "the old one again  " (become old))
(step "and the new again  " (become new))
