;;; A process that watches crashes is sent a message for each process of its
;;; node that dies of what nobody handled:
;;;
;;;   (crash pid report)
;;;
;;; The report is an association list:
;;;
;;;   name              of the process, a symbol or #f
;;;   time              when it died, in seconds since the Epoch, as
;;;                     current-second tells them
;;;   object            what was raised
;;;   text              the report as standard error shows it, a string
;;;   stack             the youngest frames, each (procedure unit file line
;;;                     column): strings and numbers, #f for what is not known
;;;   links             pids of the processes that are told of the end
;;;   last-message      a list of the message it received last; () if it has
;;;                     waited since
;;;   mailbox-length    messages that it has not received
;;;   waiting-messages  the oldest of those
;;;
;;; What cannot be sent stands there as a string. Processes that are told to end
;;; are no crashes, nor are those that end because a linked one ended normally.

;;> (watch-crashes [pid]): from now on the process of this node (this one) is
;;> sent a message (crash pid report) when another one dies of what nobody
;;> handled. Raises type.
;;> Example: (eval '(begin (watch-crashes) (let ((p (spawn (lambda () (vector-ref #(1) 1)) name: 'worker))) (recv (('crash ,p report) (list (crash-ref report 'name) (condition-kind (crash-ref report 'object))))))) (environment '(scheme base) '(mound conditions) '(termite process) '(mound crash))) => (worker range)
(define watch-crashes
  (case-lambda
    (() (watch-crashes (self)))
    ((pid) (%primitive %watch-crashes pid #t) (void))))

;;> (unwatch-crashes [pid]): the process is sent no more of them. Raises type.
;;> Example: (eval '(begin (watch-crashes) (unwatch-crashes) (wait-for (spawn (lambda () (car 1)))) (? 0 'nothing)) (environment '(scheme base) '(termite process) '(mound crash))) => nothing
(define unwatch-crashes
  (case-lambda
    (() (unwatch-crashes (self)))
    ((pid) (%primitive %watch-crashes pid #f) (void))))

;;> (crash-ref report key): what the report says under the key, see above; #f
;;> for other keys. Raises type.
;;> Example: (eval '(crash-ref '((name . worker) (mailbox-length . 0)) 'mailbox-length) (environment '(scheme base) '(mound crash))) => 0
(define (crash-ref report key)
  (let ((entry (assq key report)))
    (if entry (cdr entry) #f)))
