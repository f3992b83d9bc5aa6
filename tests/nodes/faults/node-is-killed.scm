;; What is told when the other node ends without a word. The line "ready" asks
;; for its end.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define me (self))
(define server (remote-spawn there (lambda () (let loop () (?) (loop)))))

(define (report name thunk)
  (let ((me me) (server server))
    (spawn
     (lambda ()
       (! me (list name
                   (guard (e ((termite-exception? e) (termite-exception-reason e))
                             ((condition? e) (condition-kind e)))
                     (thunk me server))))))))
(define (tell-ready me) (! me 'ready))
(report 'linked
        (lambda (me server) (full-link server) (tell-ready me) (? 120 'nothing)))
(report 'waits-for-an-answer
        (lambda (me server) (tell-ready me) (!? server 'hello)))
(report 'monitors
        (lambda (me server)
          (let ((watch (monitor server)))
            (tell-ready me)
            (recv (('down ,watch _ reason _) reason) (after 120 'nothing)))))
(report 'waits-for-its-end
        (lambda (me server) (tell-ready me) (wait-for server 120)))
(report 'has-work-done-there
        (let ((there there))
          (lambda (me server)
            (tell-ready me)
            (on there (lambda () (?))))))
(report 'asks-a-service
        (let ((there there))
          (lambda (me server)
            (let ((silent (remote-service 'silent there)))
              (tell-ready me)
              (!? silent 'hello)))))
(do ((n 0 (+ n 1))) ((= n 6)) (recv ('ready #t)))
;; They were ready just before they asked; and everything that was sent before has
;; arrived when this returns.
(recv (after 0.5 #t))
(ping there 60)
(show 'ready)
(for-each
 (lambda (name)
   (show (list name (recv ((,name outcome) outcome) (after 120 'nothing)))))
 '(linked waits-for-an-answer monitors waits-for-its-end has-work-done-there
   asks-a-service))
;; Sending into the void is no error, and new requests fail at once.
(! server 'hello)
(show (ping there 1))
(show (guard (e ((condition? e) (condition-kind e))) (on there (lambda () 1))))
(show (guard (e ((condition? e) (condition-kind e))) (!? server 'hello)))
