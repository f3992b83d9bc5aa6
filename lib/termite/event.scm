;;; An event manager is a generic server. Its state is a list of pairs (handler
;;; . state), in the order in which the handlers were added.

;; The identity makes the handler that arrives in a message the same as the one
;; that was sent.
;;> (event-handler? object): whether it is an event handler, which
;;> make-event-handler returns.
;;> Example: (eval '(event-handler? (make-event-handler list cons cons list)) (environment '(termite) '(termite event))) => #t
(define-record-type event-handler
  (%make-handler identity init notify call terminate)
  event-handler?
  (identity %handler-identity)
  (init %handler-init)
  (notify %handler-notify)
  (call %handler-call)
  (terminate %handler-terminate))

;;> (make-event-handler init notify call terminate): a handler. init gets a list
;;> of arguments and returns the first state; notify gets event and state and
;;> returns the state; call gets argument and state and returns two values,
;;> reply and state; terminate gets reason and state. Raises type.
;;> Example: (eval '(event-handler? (make-event-handler list cons cons list)) (environment '(termite) '(termite event))) => #t
(define (make-event-handler init notify call terminate)
  (%require-callback init 1 'make-event-handler)
  (for-each
   (lambda (object) (%require-callback object 2 'make-event-handler))
   (list notify call terminate))
  (%make-handler (make-tag) init notify call terminate))

;;> (make-simple-event-handler callback state): a handler with that first state.
;;> The callback gets event and state and returns the state, which is also the
;;> reply of each call. Raises type.
;;> Example: (eval '(let* ((h (make-simple-event-handler cons '())) (m (event-manager:start h))) (event-manager:notify m 'a) (event-manager:call m h '())) (environment '(termite) '(termite event))) => (a)
(define (make-simple-event-handler callback state)
  (make-event-handler (lambda (arguments) state)
                      callback
                      (lambda (argument state) (values state state))
                      (lambda (reason state) #t)))

(define (%require-handler object who)
  (if (not (event-handler? object))
      (%type-error who "an event handler" object)))

;;> (event-manager:start [name: name] handler ...): a new event manager with
;;> these handlers, whose init gets (), and its pid. Raises type, what an init
;;> raises.
;;> Example: (eval '(process-name (event-manager:start name: 'bus)) (environment '(termite) '(termite event))) => bus
(define (event-manager:start . arguments)
  (%start-manager server:start arguments 'event-manager:start))

;;> (event-manager:start-link [name: name] handler ...): the same, linked with
;;> this process in both directions.
;;> Example: (eval '(alive? (event-manager:start-link)) (environment '(termite) '(termite event))) => #t
(define (event-manager:start-link . arguments)
  (%start-manager server:start-link arguments 'event-manager:start-link))

(define (%start-manager start arguments who)
  (let* ((named? (and (pair? arguments) (eq? (car arguments) name:)
                      (pair? (cdr arguments))))
         (handlers (if named? (cddr arguments) arguments)))
    (for-each (lambda (handler) (%require-handler handler who)) handlers)
    (start %manager-plugin handlers
           name: (if named? (cadr arguments) 'event-manager))))

;;> (event-manager:add-handler manager handler argument ...): adds the handler;
;;> its init gets the list of the arguments. Raises type, what init raises,
;;> error if the handler is there already, and as server:call does.
;;> Example: (eval '(let ((m (event-manager:start)) (h (make-event-handler list cons (lambda (x state) (values state state)) list))) (event-manager:add-handler m h 1 2) (event-manager:call m h 'get)) (environment '(termite) '(termite event))) => ((1 2))
(define (event-manager:add-handler manager handler . arguments)
  (%require-handler handler 'event-manager:add-handler)
  (server:call manager (list 'add handler arguments))
  (void))

;;> (event-manager:notify manager event): tells all handlers of the event; does
;;> not wait. A handler that raises is taken out. Raises type, unsendable.
;;> Example: (eval '(let* ((h (make-simple-event-handler + 1)) (m (event-manager:start h))) (event-manager:notify m 20) (event-manager:call m h '())) (environment '(termite) '(termite event))) => 21
(define (event-manager:notify manager event)
  (server:cast manager event))

;;> (event-manager:call manager handler argument [timeout]): the reply of the
;;> handler. Raises type, what its call raises, error if the manager does not
;;> have the handler, and as server:call does.
;;> Example: (eval '(catch error-object-message (event-manager:call (event-manager:start) (make-simple-event-handler cons '()) 1)) (environment '(termite) '(termite event))) => "the event manager does not have the handler"
(define event-manager:call
  (case-lambda
    ((manager handler argument)
     (event-manager:call manager handler argument 5))
    ((manager handler argument timeout)
     (%require-handler handler 'event-manager:call)
     (server:call manager
                  (list 'call (%handler-identity handler) argument)
                  timeout))))

;;> (event-manager:stop manager): ends the manager normally after the terminate
;;> of each handler, with the reason normal; does not wait. Raises type.
;;> Example: (eval '(let ((m (event-manager:start))) (event-manager:stop m) (wait-for m 5) (alive? m)) (environment '(termite) '(termite event))) => #f
(define (event-manager:stop manager) (server:stop manager 'normal))

;; The entry of the handler with the identity, or #f.
(define (%entry identity entries)
  (cond ((null? entries) #f)
        ((eq? (%handler-identity (caar entries)) identity) (car entries))
        (else (%entry identity (cdr entries)))))

(define (%add handler arguments entries)
  (%require-handler handler 'event-manager)
  (if (%entry (%handler-identity handler) entries)
      (error "the event manager has the handler already"))
  (append entries
          (list (cons handler ((%handler-init handler) arguments)))))

(define (%start-handlers handlers)
  (let loop ((rest handlers) (entries '()))
    (if (null? rest)
        entries
        (loop (cdr rest) (%add (car rest) '() entries)))))

(define (%answer term entries)
  (match term
    (('add handler arguments)
     (values #t (%add handler arguments entries)))
    (('call identity argument)
     (%call-handler (%entry identity entries) argument entries))))

(define (%call-handler entry argument entries)
  (if (not entry)
      (error "the event manager does not have the handler"))
  (call-with-values
   (lambda () ((%handler-call (car entry)) argument (cdr entry)))
   (lambda (reply state)
     (values reply
             (map (lambda (other)
                    (if (eq? other entry) (cons (car entry) state) other))
                  entries)))))

;; The entries after the event. The others do not suffer from a handler that
;; fails.
(define (%tell event entries)
  (if (null? entries)
      '()
      (let* ((handler (caar entries))
             (entry (%attempt
                     (lambda ()
                       (cons handler
                             ((%handler-notify handler) event
                                                        (cdar entries)))))))
        (if entry
            (cons entry (%tell event (cdr entries)))
            (%tell event (cdr entries))))))

(define (%terminate-handlers reason entries)
  (for-each
   (lambda (entry)
     (%attempt
      (lambda ()
        ((%handler-terminate (car entry)) reason (cdr entry)))))
   entries))

;; What the thunk returns, or #f if it raises, which is told on standard error.
;; The end of a linked process is not of the thunk's making.
(define (%attempt thunk)
  (catch (lambda (object)
           (if (termite-exception? object) (raise object))
           (%complain object)
           #f)
    (thunk)))

(define (%complain object)
  (write-string
   (call-with-output-string
    (lambda (port)
      (display "an event handler failed: " port)
      (if (condition? object)
          (display-condition object port)
          (write object port))
      (newline port)))
   (current-error-port)))

(define %manager-plugin
  (make-server-plugin %start-handlers %answer %tell %terminate-handlers))
