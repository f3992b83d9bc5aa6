;; A process that waited for itself waited for ever, or until a timeout.
(import (scheme base) (scheme write) (termite process) (termite server)
        (termite event) (mound conditions))
(define me (self))
(define-syntax told
  (syntax-rules ()
    ((_ call)
     (begin
       (write (catch (lambda (e)
                       (list (condition-kind e) (condition-who e)
                             (equal? (error-object-irritants e) (list (self)))))
                call))
       (newline)))))

(told (wait-for (self)))
(told (!? (self) 'hello))
(told (server:call (self) 'hello))
(told (server:call (self) 'hello #f))
(told (? 0 'nothing-was-sent))

;; With a timeout of one's own there is an end.
(told (wait-for (self) 0.01 'waited))
(told (!? (self) 'hello 0.01 'asked))
(told (cadr (cdr (?))))

;; A server that calls itself tells its caller, and goes on.
(define server
  (server:start
    (make-server-plugin
      (lambda (state) state)
      (lambda (term state)
        (values (if (eq? term 'again) (server:call (self) 'answer) term) state))
      (lambda (term state) state)
      (lambda (reason state) #t))
    0))
(write (catch condition-kind (server:call server 'again)))
(write (server:call server 'still-there))
(newline)

;; So does the handler of an event manager.
(define manager (event-manager:start))
(event-manager:add-handler
  manager
  (make-simple-event-handler
    (lambda (event state)
      (! me (catch (lambda (e) (list (condition-kind e) (condition-who e)))
              (event-manager:add-handler
                manager (make-simple-event-handler list 0))))
      state)
    0))
(event-manager:notify manager 'event)
(write (? 5))
(newline)
