;;; Taking the oldest message that fits a pattern or passes a test; (mound
;;; mailbox) looks at the messages.

;;> (recv (pattern (where guard ...) ... body ...) ...
;;>       (after timeout body ...)): removes the oldest message that fits one
;;> of the clauses and evaluates its body, in tail position. With an `after`
;;> clause, evaluates that body when no message fits within so many seconds, or
;;> before a time (see seconds->time); other messages do not prolong it.
;;> Patterns are those of match. Raises the conditions of linked processes that
;;> ended. Termite paper 4.3, 4.4.
;;> Example: (begin (! (self) '(add 1 2)) (recv (('add a b) (+ a b)))) => 3
(define-syntax recv
  (syntax-rules (after)
    ((recv clause ... (after timeout . body))
     (let ((deadline (%deadline timeout)))
       (let loop ((message (%first-message deadline)))
         (cond ((%timed-out? message)
                (%mailbox-rewind!)
                (%match-body . body))
               ((%exit-notice? message) (%raise-exit message))
               (else (%match-clauses message (%mailbox-accept!)
                                     (loop (%next-message deadline))
                                     clause ...))))))
    ((recv clause ...)
     (let loop ((message (%first-message #f)))
       (if (%exit-notice? message)
           (%raise-exit message)
           (%match-clauses message (%mailbox-accept!)
                           (loop (%next-message #f))
                           clause ...))))))

;;> (?? test [timeout [default]]): like ?, for the oldest message that passes
;;> the test; the others stay. Termite paper 4.2.
;;> Example: (begin (! (self) 1) (! (self) 2) (list (?? even?) (?))) => (2 1)
(define ??
  (case-lambda
    ((test)
     (%require-callback test 1 '??)
     (recv (message (where (test message)) message)))
    ((test timeout)
     (%require-callback test 1 '??)
     (recv (message (where (test message)) message)
           (after timeout (%raise-timeout))))
    ((test timeout default)
     (%require-callback test 1 '??)
     (recv (message (where (test message)) message)
           (after timeout default)))))
