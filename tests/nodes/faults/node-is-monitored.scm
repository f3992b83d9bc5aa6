;; Monitors of a node: it is stopped and goes on, is killed, is not there, and
;; is started anew at the same address. A line of output asks for each of that;
;; a line of input says that it is done.
(import (scheme base) (scheme write) (scheme process-context)
        (mound conditions) (termite process))

(define there (cadr (command-line)))
(define (show object) (write object) (newline))
(define (kind-of thunk)
  (guard (e ((condition? e) (condition-kind e))) (thunk)))

(define (lost tag)
  (recv (('node-down ,tag node reason)
         (list 'lost (equal? node there) (string? reason)))))

(define (reach)
  (guard (e (#t (reach))) (connect-node there)))

(show (equal? (nodes) '()))
(show (connect-node there))
(show (equal? (nodes) (list there)))

;; Several, of which one is taken back.
(define first (monitor-node there))
(define second (monitor-node there))
(define third (monitor-node there))
(demonitor-node second)
(define echo (on there (lambda () (resolve-service 'echo))))
(define watch (monitor echo))
(show 'stop)
(show (lost first))
(show (lost third))
(show (recv (('down ,watch _ reason _) reason)))
(show (nodes))
(read-line)
(show (reach))
;; It is the same node.
(show (!? echo 'again 60 'none))

;; By this side.
(define by-us (monitor-node there))
(show (disconnect-node there))
(show (lost by-us))
(show (disconnect-node there))
(show (ping there 60))

(define killed (monitor-node there))
(show (ping there 60))
(show 'kill)
(show (lost killed))
(read-line)
;; Nobody is there.
(show (lost (monitor-node there)))
(show (kind-of (lambda () (connect-node there))))
(show 'start)
(read-line)
(show (reach))
(show (!? (remote-service 'echo there) 'anew 60 'none))
(show (? 0.05 'nothing))
