;;; What the text of a component is made of.
;;;
;;; The body of a component is the body of a procedure that runs once, when the
;;; component is made. Handlers are procedures in it, so they see its variables
;;; and those of no other component.

;;> (define-component (name pattern ...) form ...): defines a component. Its
;;> arguments fit the patterns of match. The forms are definitions, expressions,
;;> and `provides`, `requires`, `state`, `children`, `channels`, `upon`,
;;> `upon-event`, `upon-condition`, `on-fault`, `on-config` and `tear-down`.
;;> Example: (eval '(begin (define-component (Pair (a b)) (state (sum (+ a b)))) (component-name (system-root (kompics-start Pair '(1 2))))) (environment '(scheme base) '(kompics))) => Pair
(define-syntax define-component
  (syntax-rules ()
    ((define-component (name . patterns) form ...)
     (define name
       (%make-definition
        'name 'patterns
        (lambda (arguments)
          (%match-clauses arguments #t
                          (%wrong-arguments 'name 'patterns arguments)
                          (patterns form ... (void)))))))))

;;> (provides (name type) ...): declares ports that this component provides: it
;;> handles their requests and triggers their indications.
;;> Example: (eval '(begin (define-event (Ping)) (define-port-type P (request Ping)) (define-component (A) (provides (p P))) (component? (system-root (kompics-start A)))) (environment '(scheme base) '(kompics))) => #t
(define-syntax provides
  (syntax-rules ()
    ((provides (name type) ...)
     (begin (define name (%declare-port type #t 'provides)) ...))))

;;> (requires (name type) ...): declares ports that this component requires: it
;;> triggers their requests and handles their indications.
;;> Example: (eval '(begin (define-event (Ping)) (define-port-type P (request Ping)) (define-component (A) (requires (p P))) (component? (system-root (kompics-start A)))) (environment '(scheme base) '(kompics))) => #t
(define-syntax requires
  (syntax-rules ()
    ((requires (name type) ...)
     (begin (define name (%declare-port type #f 'requires)) ...))))

;;> (state (name value) ...): variables of this component, which := changes.
;;> Example: (eval '(begin (define-component (A) (state (n 1) (m (+ n 1))) (:= n m)) (component? (system-root (kompics-start A)))) (environment '(scheme base) '(kompics))) => #t
(define-syntax state
  (syntax-rules ()
    ((state (name value) ...) (begin (define name value) ...))))

;;> (:= name value): changes a variable of the component.
;;> Example: (eval '(let ((n 1)) (:= n 2) n) (environment '(scheme base) '(kompics))) => 2
(define-syntax :=
  (syntax-rules ()
    ((:= name value) (set! name value))))

;;> (children (name component) ...): names for components that are made here.
;;> Example: (eval '(begin (define-component (Leaf)) (define-component (A) (children (a (create Leaf)) (b (create Leaf)))) (cadr (assq 'children (component-status (system-root (kompics-start A)))))) (environment '(scheme base) '(kompics))) => 2
(define-syntax children
  (syntax-rules ()
    ((children (name component) ...) (begin (define name component) ...))))

;;> (channels expression ...): connects.
;;> Example: (eval '(begin (define-component (A) (channels)) (component? (system-root (kompics-start A)))) (environment '(scheme base) '(kompics))) => #t
(define-syntax channels
  (syntax-rules ()
    ((channels expression ...) (begin expression ... (void)))))

;;> (trigger (port event value ...)), (trigger event -> port): sends the event
;;> through all channels of the port. Raises kompics if that port does not let
;;> it out.
;;> Example: (eval '(begin (define-event (Ping n)) (define-port-type P (request Ping)) (define-component (A) (requires (p P)) (trigger (p Ping 1)) (trigger (Ping 2) -> p)) (cadr (assq 'triggered (component-status (system-root (kompics-start A)))))) (environment '(scheme base) '(kompics))) => 2
(define-syntax trigger
  (syntax-rules (->)
    ((trigger event -> port) (%trigger port event))
    ((trigger (port event value ...)) (%trigger port (event value ...)))))

;;> control: the port at which a component handles Start, Stop and Kill, and
;;> what its children tell.
;;> Example: (eval 'control (environment '(scheme base) '(kompics))) => control
(define control 'control)

;;> loopback: the port through which a component sends events to itself.
;;> Example: (eval 'loopback (environment '(scheme base) '(kompics))) => loopback
(define loopback 'loopback)

;;> (upon (port event pattern ...) [(such-that guard ...)] body ...): a handler
;;> for events at the port whose fields fit the patterns, those of match, and
;;> for which the guards hold. They are tried in the process of the component
;;> when the event is its turn. Each `upon` of a port whose event fits is run,
;;> in their order. Returns the handler. Raises kompics if such events do not
;;> come to the port.
;;> Example: (eval '(begin (define-component (A) (upon (control Start) (trigger (loopback Start))) (upon (loopback Start) (suicide))) (kompics-wait (kompics-start A))) (environment '(scheme base) '(kompics) '(kompics lifecycle))) => stopped
(define-syntax upon
  (syntax-rules ()
    ((upon (port event pattern ...) . body)
     (%subscribe-new! port 'upon
                      (%clause 'upon event (pattern ...) . body)))))

;;> (upon-event port ((event pattern ...) [(such-that guard ...)] body ...)
;;> ...): one handler, which runs the first clause that fits. Returns it. Raises
;;> as upon does.
;;> Example: (eval '(begin (define-component (A) (upon-event control ((Start) (suicide)) ((Kill) 'bye))) (kompics-wait (kompics-start A))) (environment '(scheme base) '(kompics) '(kompics lifecycle))) => stopped
(define-syntax upon-event
  (syntax-rules ()
    ((upon-event port ((event pattern ...) . body) ...)
     (%subscribe-new! port 'upon-event
                      (%clause 'upon-event event (pattern ...) . body) ...))))

;;> (such-that guard ...): in upon and in the clauses of upon-event, behind the
;;> pattern: the event is handled if all guards hold. A syntax error elsewhere.
;;> Example: (eval '(begin (define-component (A) (upon (control Start) (such-that (= 1 1)) (suicide))) (kompics-wait (kompics-start A))) (environment '(scheme base) '(kompics) '(kompics lifecycle))) => stopped
(define-syntax such-that
  (syntax-rules ()
    ((such-that . guards)
     (syntax-error
      "`such-that` stands in upon or in a clause of upon-event"
      (such-that . guards)))))

;; A pair of the key of an event and a procedure of an event, which returns #f
;; if it does not fit.
(define-syntax %clause
  (syntax-rules (such-that)
    ((%clause who event (pattern ...) (such-that guard ...) . body)
     (%checked-clause
      who (%type-of event who) '(pattern ...)
      (lambda (fields)
        (%match-clauses fields #t #f
                        ((pattern ... . _)
                         (where guard ...)
                         (%run-body . body))))))
    ((%clause who event (pattern ...) . body)
     (%checked-clause
      who (%type-of event who) '(pattern ...)
      (lambda (fields)
        (%match-clauses fields #t #f
                        ((pattern ... . _) (%run-body . body))))))))

(define-syntax %run-body
  (syntax-rules ()
    ((%run-body) #t)
    ((%run-body . body) (begin (let () . body) #t))))

(define (%checked-clause who type patterns run)
  (if (not (= (length patterns) (length (%event-type-fields type))))
      (%error-of-kind 'kompics who
                      "an event has these fields, and the patterns are others:"
                      (%event-type-name type) (%event-type-fields type)
                      patterns))
  (cons (%event-type-key type) run))

;; The handler for the first clause that fits.
(define (%clauses-handler port clauses)
  (%make-handler
   port (map car clauses)
   (if (null? (cdr clauses))
       (let ((run (cdar clauses)))
         (lambda (message) (run (%message-fields message))))
       (%first-of-clauses clauses))))

(define (%first-of-clauses clauses)
  (lambda (message)
    (let loop ((rest clauses))
      (cond ((null? rest) #f)
            ((and (memv (caar rest) (%keys-of-kind (%message-kind message)))
                  ((cdar rest) (%message-fields message)))
             #t)
            (else (loop (cdr rest)))))))

(define (%subscribe-new! object who . clauses)
  (let ((port (%own-port object who)))
    (for-each (lambda (clause)
                (%check-direction port (list (car clause)) #t who))
              clauses)
    (%subscribe! (%clauses-handler port clauses))))

(define (%subscribe! handler)
  (let ((port (%handler-port handler)))
    (%port-handlers! port (append (%port-handlers port) (list handler)))
    (if (pair? (%outside port)) (%tell-interest! %core port))
    handler))

;; One handler for all events that may come to the port.
(define (%subscribe-all! port procedure)
  (let ((type (%port-type port)))
    (%subscribe!
     (%make-handler port
                    (if (%port-provided? port)
                        (%port-type-requests type)
                        (%port-type-indications type))
                    (lambda (message)
                      (procedure (%message-event message))
                      #t)))))

;;> (subscribe! handler): has the handler run once more for each event that
;;> fits; after `unsubscribe!`, again. Raises type.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (subscribe! 5))))) (environment '(scheme base) '(kompics))) => no
(define (subscribe! handler)
  (if (not (handler? handler)) (%type-error 'subscribe! "a handler" handler))
  (%require-core 'subscribe!)
  (%subscribe! handler))

;;> (unsubscribe! handler): the handler does not run any more, also for events
;;> that came before. Raises type, and kompics if it is not subscribed.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (unsubscribe! 5))))) (environment '(scheme base) '(kompics))) => no
(define (unsubscribe! handler)
  (if (not (handler? handler)) (%type-error 'unsubscribe! "a handler" handler))
  (%require-core 'unsubscribe!)
  (let ((port (%handler-port handler)))
    (if (not (memq handler (%port-handlers port)))
        (%error-of-kind 'kompics 'unsubscribe!
                        "the handler is not subscribed:"
                        (%core-name %core) (%describe-port port)
                        (map (lambda (key)
                               (string->symbol (%text-of-key key)))
                             (%handler-keys handler))))
    (%port-handlers! port
                     (let loop ((rest (%port-handlers port)))
                       (if (eq? (car rest) handler)
                           (cdr rest)
                           (cons (car rest) (loop (cdr rest))))))
    (%tell-interest! %core port)))

;;> (upon-condition test body ...): after each event that this component
;;> handles, runs the body as long as the test holds.
;;> Example: (eval '(begin (define-component (A) (state (n 0)) (upon (control Start) (trigger (loopback Start))) (upon (loopback Start) (:= n 5)) (upon-condition (> n 0) (:= n (- n 1)) (if (= n 0) (suicide)))) (kompics-wait (kompics-start A))) (environment '(scheme base) '(kompics) '(kompics lifecycle))) => stopped
(define-syntax upon-condition
  (syntax-rules ()
    ((upon-condition test body ...)
     (%add-condition! (lambda () (if test (begin body ... #t) #f))))))

(define (%add-condition! run)
  (%require-core 'upon-condition)
  (%conditions! %core (append (%conditions %core) (list run))))

;;> (on-fault (name) body ...): decides on a fault of a child: the value is
;;> escalate, ignore, resolved or destroy-child. Without it, faults escalate.
;;> Example: (eval '(begin (define-component (Bad) (upon (control Start) (raise 'bad))) (define-component (Root) (children (bad (create Bad))) (on-fault (f) (suicide) destroy-child)) (kompics-wait (kompics-start Root))) (environment '(scheme base) '(kompics) '(kompics lifecycle))) => stopped
(define-syntax on-fault
  (syntax-rules ()
    ((on-fault (name) body ...)
     (%set-on-fault! (lambda (name) body ...)))))

(define (%set-on-fault! procedure)
  (%require-core 'on-fault)
  (%on-fault! %core procedure))

;;> (on-config (key value) body ...): decides on a change of the configuration
;;> that comes from above: the value is accept, swallow or (map other-value).
;;> Example: (eval '(begin (define-component (A) (on-config (key value) 'swallow)) (component? (system-root (kompics-start A)))) (environment '(scheme base) '(kompics))) => #t
(define-syntax on-config
  (syntax-rules ()
    ((on-config (key value) body ...)
     (%set-on-config! (lambda (key value) body ...)))))

(define (%set-on-config! procedure)
  (%require-core 'on-config)
  (%on-settings! %core procedure))

;;> (tear-down body ...): is done when this component has stopped, is killed or
;;> destroyed, after the same of its children.
;;> Example: (eval '(begin (define-component (A) (tear-down 'files-are-closed)) (kompics-shutdown! (kompics-start A))) (environment '(scheme base) '(kompics))) => stopped
(define-syntax tear-down
  (syntax-rules ()
    ((tear-down body ...)
     (%add-teardown! (lambda () body ...)))))

(define (%add-teardown! thunk)
  (%require-core 'tear-down)
  (%teardowns! %core (append (%teardowns %core) (list thunk))))

;;; Requests that are answered

;;> (current-request): the event that is handled, to be answered later. Raises
;;> kompics if there is none.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (current-request))))) (environment '(scheme base) '(kompics))) => no
(define (current-request) (%request-now 'current-request))

(define (%request-now who)
  (%require-core who)
  (let ((request (%current-request %core)))
    (cond ((not request)
           (%error-of-kind 'kompics who "no event is handled"))
          ((pair? request)
           (let ((made (%make-request
                        (%message-origin request) (%message-event request)
                        (%port-of-half (%message-half request) %core) #f)))
             (%current-request! %core made)
             made))
          (else request))))

;;> (answer event), (answer request event): sends the event to the component
;;> that triggered the request, and to no other; without `request`, it is the
;;> event that is handled. Raises type, and kompics if it has been answered, or
;;> if the event is no answer at its port.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (answer 5 6))))) (environment '(scheme base) '(kompics))) => no
(define answer
  (case-lambda
    ((event) (%answer-request (%request-now 'answer) event))
    ((request event)
     (if (not (request? request)) (%type-error 'answer "a request" request))
     (%require-core 'answer)
     (%answer-request request event))))

(define (%answer-request request event)
  (if (not (event? event)) (%type-error 'answer "an event" event))
  (%check-direction (%request-port request)
                    (%keys-of-kind (%event-kind event)) #f 'answer)
  (if (%request-answered? request)
      (%error-of-kind 'kompics 'answer "the request has been answered:"
                      (event->list (%request-event request))))
  (%request-answered! request #t)
  (%respond! request event))

;; Sends the event to whoever triggered the request, as often as it is called.
(define (%respond! request event)
  (%count! %core %triggered)
  (let ((origin (%request-origin request)))
    (%post! (car origin)
            (%event-message (cdr origin) event (%core-address %core)
                            (%port-half (%request-port request))))))
