;;; Requests: a message with a fresh tag, and the wait for the answer.

;;> (make-tag): an object unlike any other on all nodes. Termite paper 3.5.
;;> Example: (eq? (make-tag) (make-tag)) => #f
(define (make-tag) (%primitive %make-tag))

;;> (tag? object): whether make-tag made it.
;;> Example: (tag? (make-tag)) => #t
(define (tag? object) (%primitive tag? object))

;; Waits for (tag answer) and returns the answer, or for (down watch ...) and
;; returns the reason if the watch is the tag, else raises it; `absent` at the
;; deadline. Messages before the cursor are not looked at. However the wait ends
;; without an answer, one that comes later is dropped.
(define (%await deadline tag watch)
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
           (if (eq? watch tag)
               (list-ref message 3)
               (%raise-down message)))
          (else (%await deadline tag watch)))))

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
;;> seconds, or at a time, returns the default or raises the symbol timeout; an
;;> answer that comes later is dropped. Without a timeout, raises noproc or
;;> node-down if the process ends before it answers, and undelivered if the node
;;> of the process cannot take the message, or this one the answer. The messages
;;> that wait already are not looked at, however many they are. Raises type,
;;> unsendable, deadlock if a process asks itself, and as recv does. Termite
;;> paper 4.5.
;;> Example: (let ((p (spawn (lambda () (recv ((from tag n) (! from (list tag (+ n 1))))))))) (!? p 41)) => 42
(define !?
  (case-lambda
    ((pid message) (%request/watched pid message))
    ((pid message timeout) (%request pid message timeout %raise-timeout))
    ((pid message timeout default)
     (%request pid message timeout (lambda () default)))))

(define (%request pid message timeout otherwise)
  (let ((deadline (%deadline timeout)) (tag (%primitive %make-tag)))
    (%primitive %mailbox-skip!)
    (! pid (list (%primitive %self) tag message))
    (let ((answer (%await deadline tag #f)))
      (if (%primitive absent? answer) (otherwise) answer))))

;; The same for a process that may end first.
(define (%request/watched pid message)
  (%require-other pid '!?)
  (let ((tag (%primitive %make-tag)))
    (%primitive %mailbox-skip!)
    (let ((watch (%monitor-any pid)))
      (! pid (list (%primitive %self) tag message))
      (let ((answer (%await #f tag watch)))
        (%primitive %demonitor watch)
        answer))))

(define (%monitor-any to)
  (cond ((%primitive pid? to) (%primitive %monitor-request to))
        ((%service? to)
         (%primitive %monitor-service (%service-name to) (%service-node to)))
        (else (%type-error '!? "a pid" to))))
