;; Each part goes on when the other node, whose address is the argument, has crashed, and the next one
;; begins when it runs again.
(import (scheme base) (scheme write) (scheme process-context) (mound conditions) (termite process)
        (pony))

(define (show . objects) (write objects) (newline))
(define me (self))
(define here (current-node))
(define far (cadr (command-line)))
(define-channel-type line (x ? integer))
(define-syntax kind
  (syntax-rules ()
    ((_ body ...)
     (guard (e ((and (pony-error? e) (pony-error-code e)) (pony-error-code e))
               ((condition? e) (condition-kind e))
               (#t e))
       body ...))))
(define (errors-after net point)
  (let-values (((errors next) (pony-errors-after net point)))
    (map (lambda (e) (list (pony-error-ans? e) (pony-error-master? e) (pony-error-remote-node e)
                           (pony-error-record-code e)))
         errors)))
(define (until-far)
  (if (not (eq? 'pong (ping far)))
      (begin
        (recv ('never #t) (after 1 #f))
        (until-far))))
(define (wait-for-crash)
  (let ((watch (monitor-node far))) (recv (('node-down ,watch node reason) #t))))

;; The name server is there.
(remote-spawn far (lambda () (ans-start) (! me 'started)))
(recv ('started #t))
(show 'waits (kind (pony-startup "a" 'slave-wait 'ans far)))
(show 'gone (kind (pony-startup "a" 'slave 'ans far)) (kind (pony-startup "a" 'master 'ans far)))

;; The master is there.
(ans-start)
(until-far)
(define (start-far)
  (remote-spawn far
    (lambda ()
      (pony-startup "b" 'master 'ans here)
      (! me 'started)
      (recv ('never #t)))))
(start-far)
(recv ('started #t))
(define slave (pony-startup "b" 'slave))
(define point (pony-error-point slave))
(wait-for-crash)
(show 'alloc (kind (pony-alloc-client slave "line" line)))
(show 'errors (errors-after slave point))
(show 'leaves (kind (pony-shutdown! slave)))

;; A master here, whose name server is there.
(until-far)
(remote-spawn far (lambda () (ans-start) (! me 'started)))
(recv ('started #t))
(define master (pony-startup "d" 'master 'ans far))
(define later (pony-error-point master))
(wait-for-crash)
(show 'errors (errors-after master later))
(show 'ends (pony-shutdown! master))
