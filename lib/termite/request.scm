;;; Requests: a message with a fresh tag, and the wait for the answer.

;;> (make-tag): an object unlike any other on all nodes. Termite paper 3.5.
;;> Example: (eq? (make-tag) (make-tag)) => #f
(define (make-tag) (%primitive %make-tag))

;;> (tag? object): whether make-tag made it.
;;> Example: (tag? (make-tag)) => #t
(define (tag? object) (%primitive tag? object))

;; Waits for (tag answer) and returns the answer, or for (down watch ...) and
;; returns what `ended` makes of that; `absent` at the deadline. Messages before
;; the cursor are not looked at. However the wait ends without an answer, one
;; that comes later is dropped.
(define (%await deadline tag watch ended)
  (let ((message (%next-message deadline)))
    (cond ((%primitive absent? message)
           (%forsake tag watch)
           (%mailbox-rewind!)
           message)
          ((%exit-notice? message)
           (%forsake tag watch)
           (%mailbox-accept!)
           (if watch (%primitive %demonitor watch))
           (raise-continuable message))
          ((%answer? message tag)
           (%mailbox-accept!)
           (car (cdr message)))
          ((and watch (%down? message watch))
           (%forsake tag watch)
           (%mailbox-accept!)
           (ended message))
          (else (%await deadline tag watch ended)))))

(define (%forsake tag watch)
  (if (not (eq? tag watch)) (%primitive %mailbox-forsake! tag)))

(define (%answer? message tag)
  (if (pair? message)
      (if (eq? (car message) tag) (pair? (cdr message)) #f)
      #f))

(define (%down? message watch)
  (and (pair? message)
       (eq? (car message) 'down)
       (pair? (cdr message))
       (eq? (cadr message) watch)))

(define (%raise-down message)
  (let ((reason (list-ref message 3)) (object (list-ref message 4)))
    (raise-continuable
     (if (%undelivered? object)
         object
         (%ended-condition "the process" (list-ref message 2) reason object
                           (%primitive %complainant '!?))))))

(define (%undelivered? object)
  (if (condition? object) (eq? (condition-kind object) 'undelivered) #f))

;;> (!? pid message [timeout [default]]): sends (self tag message) with a fresh
;;> tag and returns the answer of the message (tag answer). After so many
;;> seconds, or at a time, returns the default or raises the symbol timeout,
;;> also if there is no room for the message until then; an answer that comes
;;> later is dropped. As soon as no answer can come any more, it returns the
;;> default, or else raises noproc or node-down if the process has ended, and
;;> undelivered if its node cannot take the message, or this one the answer.
;;> The messages that wait already are not looked at, however many they are.
;;> Raises type, unsendable, deadlock if a process asks itself without a
;;> timeout, and as recv does. Termite paper 4.5.
;;> Example: (let ((p (spawn (lambda () (recv ((from tag n) (! from (list tag (+ n 1))))))))) (!? p 41)) => 42
;;> Example: (let ((p (spawn (lambda () 'ended)))) (wait-for p) (!? p 41 60 'no-answer)) => no-answer
(define !?
  (case-lambda
    ((pid message)
     (%require-other pid '!?)
     (%request pid message #f %raise-timeout %raise-down))
    ((pid message timeout)
     (%request pid message (%deadline timeout) %raise-timeout %raise-down))
    ((pid message timeout default)
     (%request pid message (%deadline timeout)
               (lambda () default) (lambda (down) default)))))

;; Whether a message is on its way before the deadline: there may be no room.
(define (%sent-by? deadline to message)
  (cond ((not deadline) (! to message) #t)
        ((not (%primitive pid? to))
         (%primitive %send-service (%service-name to) (%service-node to)
                     message deadline))
        ((%primitive %send-here to message) #t)
        (else (%primitive %send to message deadline))))

;; `too-late` is called at the deadline, and `ended` with the message which says
;; that no answer can come.
(define (%request pid message deadline too-late ended)
  (let ((tag (%primitive %make-tag)))
    (%primitive %mailbox-skip!)
    (let ((watch (%monitor-any pid)))
      (if (%sent-by? deadline pid (list (%primitive %self) tag message))
          (let ((answer (%await deadline tag watch ended)))
            (%primitive %demonitor watch)
            (if (%primitive absent? answer) (too-late) answer))
          (begin (%primitive %demonitor watch) (too-late))))))

(define (%monitor-any to)
  (cond ((%primitive pid? to) (%primitive %monitor-request to))
        ((%service? to)
         (%primitive %monitor-service (%service-name to) (%service-node to)))
        (else (%type-error '!? "a pid" to))))
