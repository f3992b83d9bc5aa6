;;; Calls between components, channels, and what handlers are interested in.
;;;
;;; A channel is an entry at both ends. It is made and taken away by calls to
;;; both, which have been answered when `connect` or `disconnect` returns: what
;;; is triggered later goes through it, or does not. What went through it before
;;; is in the mailbox of the receiver and is handled.
;;;
;;; A component that waits for an answer answers calls meanwhile, so two that
;;; connect each other do not wait for ever.

;; The answer of the component at the address.
(define (%ask address request)
  (cond (%simulation
         (let ((core ((%simulation-core-of %simulation) address)))
           (if core
               (%with-core core (lambda () (%answer core request)))
               (%raise-gone request))))
        ((not %core) (call address request))
        ((eq? address (self)) (%answer %core request))
        (else
         (let* ((tag (make-tag)) (watch (monitor address)))
           (! address (list (self) tag request))
           (%await-answer tag watch request)))))

(define (%await-answer tag watch request)
  (recv
    ((,tag value)
     (demonitor watch)
     value)
    ((,tag object 'raised . traces)
     (demonitor watch)
     (%raise-again object traces))
    (('down ,watch _ _ _) (%raise-gone request))
    ((pid other wanted)
     (where (and (pid? pid) (tag? other)))
     (%answer-call %core pid other wanted)
     (%await-answer tag watch request))))

(define (%raise-gone request)
  (%error-of-kind 'kompics (car request) "the component has ended"))

(define (%answer-call core pid tag request)
  (let ((outcome (%traced-outcome (lambda () (%answer core request)))))
    (! pid (if (eq? (car outcome) 'returned)
               (list tag (cadr outcome))
               (append (list tag (cadr outcome) 'raised) (cddr outcome))))))

(define (%answer core request)
  (case (car request)
    ((connect) (apply %add-end! core (cdr request)))
    ((disconnect) (apply %remove-end! core (cdr request)))
    ((widen) (apply %widen-end! core (cdr request)))
    ((destroy) (%destroy-core! core))
    ((state) (if (%suspended? core) 'faulty (%state core)))
    ((status) (%status-of core))
    ((parent-of) (%self-component core))
    ((unconnected) (%unconnected-of core))
    (else (%error-of-kind 'kompics (car request) "unknown request" request))))

;;; What the handlers behind a half of a port want

(define (%wants-of port half)
  (if (or (odd? half) (pair? (%inside port)))
      #t
      (let loop ((rest (%port-handlers port)) (keys '()))
        (if (null? rest)
            keys
            (loop (cdr rest) (append (%handler-keys (car rest)) keys))))))

;; Tells the other ends of the port, and waits until they know.
(define (%tell-interest! core port)
  (%interest! port (+ (%interest port) 1))
  (for-each
   (lambda (end)
     (%guard-else
      (lambda ()
        (%ask (%end-address end)
              (list 'widen (%end-half end) (%end-id end)
                    (%wants-of port (%port-half port)) (%interest port))))
      ;; The other one has ended, and needs to know nothing.
      (lambda (raised)
        (if (not (and (condition? raised)
                      (memq (condition-kind raised) '(kompics noproc))))
            (raise raised)))))
   (%outside port)))

(define (%ends-at port half) (if (odd? half) (%inside port) (%outside port)))

(define (%ends-at! port half ends)
  (if (odd? half) (%inside! port ends) (%outside! port ends)))

(define (%widen-end! core half id wants version)
  (for-each
   (lambda (end)
     (if (and (equal? (%end-id end) id) (< (%end-version end) version))
         (begin
           (%end-wants! end wants)
           (%end-version! end version))))
   (%ends-at (%port-of-half half core) half))
  #t)

;;; Ends of channels

;; Adds one, and returns what the handlers here want and its version.
(define (%add-end! core half id address there name passes? wants)
  (let* ((port (%port-of-half half core)) (ends (%ends-at port half)))
    (for-each
     (lambda (end)
       (if (and (eq? (%end-half end) there)
                (equal? (%end-address end) address)
                (eq? (not passes?) (not (%end-passes? end))))
           (%error-of-kind 'kompics 'connect "the ports are connected already:"
                           (%core-name core) name
                           (port-type-name (%port-type port)))))
     ends)
    (%ends-at! port half
               (append ends
                       (list (%make-end id address there name passes? wants
                                        -1))))
    ;; What comes from outside now goes on.
    (if (and (odd? half) (null? ends)) (%tell-interest! core port))
    (list (%wants-of port half) (%interest port))))

;; Takes away the end with that id or all to the address; how many there were.
(define (%remove-end! core half id)
  (let* ((port (%port-of-half half core)) (ends (%ends-at port half)))
    (let loop ((rest ends) (kept '()))
      (cond ((null? rest)
             (%ends-at! port half (reverse kept))
             (- (length ends) (length kept)))
            ((equal? (%end-id (car rest)) id) (loop (cdr rest) kept))
            (else (loop (cdr rest) (cons (car rest) kept)))))))

;;; Connecting

;; both: the two ends, #(address half name), the one that provides first.
(define-record-type <channel>
  (%make-channel id type provider requirer)
  channel?
  (id %channel-id)
  (type %channel-type)
  (provider %channel-provider)
  (requirer %channel-requirer))

;;> (channel? object): whether it is a channel: what `connect` returns.
;;> Example: (eval '(channel? 'channel) (environment '(scheme base) '(kompics))) => #f

;; The end that a component or an own port stands for, as #(address half name).
(define (%endpoint object type provided?)
  (cond ((component? object)
         (let loop ((rest (%component-ports object)))
           (cond ((null? rest)
                  (%error-of-kind
                   'kompics 'connect
                   (string-append
                    (symbol->string (component-name object))
                    (if provided? " does not provide " " does not require ")
                    (symbol->string (port-type-name type)) "; it has:")
                   (map (lambda (port)
                          (list (if (vector-ref port 1) 'provides 'requires)
                                (vector-ref port 3)))
                        (%component-ports object))))
                 ((and (eq? (vector-ref (car rest) 0) (%port-type-key type))
                       (eq? (vector-ref (car rest) 1) provided?))
                  (vector (%component-address object)
                          (vector-ref (car rest) 2) (component-name object)))
                 (else (loop (cdr rest))))))
        ((%port? object)
         (if (not (and (%port-type object)
                       (eq? (%port-type-key (%port-type object))
                            (%port-type-key type))))
             (%error-of-kind 'kompics 'connect
                             "the port is of another type:"
                             (%describe-port object) (port-type-name type)))
         ;; An own port on the other side passes through to a child.
         (vector (%core-address %core)
                 (if (eq? (%port-provided? object) provided?)
                     (%port-half object)
                     (+ (%port-half object) 1))
                 (%core-name %core)))
        (else
         (%type-error 'connect "a component or a port of this one" object))))

(define (%node-of address)
  (if (pid? address) (pid-node address) #f))

(define (%connect type provider requirer . options)
  (%require-port-type type 'connect)
  (let* ((passes? (if (pair? options) (car options) #f))
         (a (%endpoint provider type #t))
         (b (%endpoint requirer type #f))
         (id (if %simulation
                 ((%simulation-random %simulation) #f)
                 (make-tag))))
    (if passes? (%require-callback passes? 1 'connect))
    (if (not (equal? (%node-of (vector-ref a 0)) (%node-of (vector-ref b 0))))
        (%error-of-kind
         'kompics 'connect
         "channels do not go from node to node; use a port of type Network:"
         (vector-ref a 2) (vector-ref b 2)))
    (%add-both! id a b passes?)
    (%make-channel id (port-type-name type) a b)))

(define (%add-both! id a b passes?)
  (define (add! at to wants)
    (%ask (vector-ref at 0)
          (list 'connect (vector-ref at 1) id (vector-ref to 0)
                (vector-ref to 1) (vector-ref to 2) passes? wants)))
  (define (widen! at found)
    (%ask (vector-ref at 0)
          (list 'widen (vector-ref at 1) id (car found) (cadr found))))
  (let ((wanted-by-a (add! a b #t)))
    (let ((wanted-by-b
           (%guard-else (lambda () (add! b a #t))
                        (lambda (raised)
                          (%ask (vector-ref a 0)
                                (list 'disconnect (vector-ref a 1) id))
                          (raise raised)))))
      (widen! a wanted-by-b)
      (widen! b wanted-by-a))))

;;> (connect type provider -> requirer [passes?]): connects the port of the type
;;> that one component provides with that which another requires, and returns
;;> the channel. Of the indications, only those for which `passes?` holds go
;;> through. Either may be a port of this component: with a child that has the
;;> port in common with it, events are passed through. Raises kompics if a port
;;> is missing, if they are connected already, or if they are on two nodes.
;;> Example: (eval '(begin (define-event (Ping)) (define-port-type P (request Ping)) (define-component (A) (provides (p P))) (define-component (B) (requires (p P))) (define-component (Root) (children (a (create A)) (b (create B))) (channels (connect P a -> b))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics))) => #t
(define-syntax connect
  (syntax-rules (->)
    ((connect type provider -> requirer) (%connect type provider requirer))
    ((connect type provider -> requirer passes?)
     (%connect type provider requirer passes?))))

;;> (disconnect channel): takes it away. What was triggered before is handled,
;;> what is triggered after does not go through it. Raises type, and kompics if
;;> it has been taken away.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'refused)) (lambda () (disconnect 5))))) (environment '(scheme base) '(kompics))) => refused
(define (disconnect channel)
  (if (not (channel? channel)) (%type-error 'disconnect "a channel" channel))
  (define (remove! at)
    (%guard-else
     (lambda ()
       (%ask (vector-ref at 0)
             (list 'disconnect (vector-ref at 1) (%channel-id channel))))
     (lambda (raised)
       (if (and (condition? raised)
                (memq (condition-kind raised) '(kompics noproc)))
           1
           (raise raised)))))
  (let ((found (+ (remove! (%channel-provider channel))
                  (remove! (%channel-requirer channel)))))
    (if (= found 0)
        (%error-of-kind 'kompics 'disconnect "the channel is not connected:"
                        (vector-ref (%channel-provider channel) 2)
                        (vector-ref (%channel-requirer channel) 2)
                        (%channel-type channel)))))

;; Tells the other ends that the component has ended.
(define (%sever! core)
  (for-each
   (lambda (port)
     (for-each
      (lambda (end)
        (%post! (%end-address end)
                (list 'sever (%end-half end) (%end-id end))))
      (append (%outside port) (%inside port))))
   (%ports core)))

;; Ports that are required and have no channel, of it and those below it.
(define (%unconnected-of core)
  (append
   (let loop ((rest (reverse (%ports core))))
     (cond ((null? rest) '())
           ((or (%port-provided? (car rest)) (pair? (%outside (car rest))))
            (loop (cdr rest)))
           (else
            (cons (list (%core-name core) 'requires
                        (port-type-name (%port-type (car rest))))
                  (loop (cdr rest))))))
   (let loop ((rest (reverse (%children core))))
     (if (null? rest)
         '()
         (append (%ask (%component-address (%child-component (car rest)))
                       '(unconnected))
                 (loop (cdr rest)))))))

;;> (unconnected component): which ports, of it and of all below it, are
;;> required and connected with nothing: a list of (name requires type). What is
;;> triggered there goes nowhere.
;;> Example: (eval '(begin (define-event (Ping)) (define-port-type P (request Ping)) (define-component (B) (requires (p P))) (unconnected (system-root (kompics-start B)))) (environment '(scheme base) '(kompics))) => ((B requires P))
(define (unconnected component)
  (%ask (%address-of component 'unconnected) '(unconnected)))

(define (%address-of component who)
  (if (component? component)
      (%component-address component)
      (%type-error who "a component" component)))

(define (%status-of core)
  (list (list 'name (%core-name core))
        (list 'state (%state core))
        (list 'children (length (%children core)))
        (list 'waiting (+ (length (%waiting core)) (length (%early core))))
        (list 'came (vector-ref (%counts core) %came))
        (list 'handled (vector-ref (%counts core) %handled))
        (list 'triggered (vector-ref (%counts core) %triggered))))

;;> (component-id component): what tells it from all others, for tables and
;;> messages: its pid, in a simulation a number. Of two references to one
;;> component it is equal. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (pid? (component-id (system-root (kompics-start Idle))))) (environment '(scheme base) '(termite process) '(kompics))) => #t
(define (component-id component) (%address-of component 'component-id))

;;> (parent-of component): the component that made it, or #f for the root of a
;;> system. Raises type, and kompics or noproc if the parent has ended.
;;> Example: (eval '(begin (define-component (Idle)) (parent-of (system-root (kompics-start Idle)))) (environment '(scheme base) '(kompics))) => #f
(define (parent-of component)
  (%address-of component 'parent-of)
  (let ((parent (%component-parent component)))
    (if parent (%ask parent '(parent-of)) #f)))

;;> (component-status component): an association list of lists: name, state,
;;> children, events that wait, that came, that a handler ran for, and that were
;;> triggered. Events for which there is no handler do not come. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (cadr (assq 'came (component-status (system-root (kompics-start Idle)))))) (environment '(scheme base) '(kompics))) => 0
(define (component-status component)
  (%ask (%address-of component 'component-status) '(status)))

;;> (component-state component): passive, starting, active, stopping, killing or
;;> faulty; destroyed if it has ended. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (symbol? (component-state (system-root (kompics-start Idle))))) (environment '(scheme base) '(kompics))) => #t
(define (component-state component)
  (%guard-else
   (lambda () (%ask (%address-of component 'component-state) '(state)))
   (lambda (raised)
     (if (and (condition? raised)
              (memq (condition-kind raised) '(kompics noproc)))
         'destroyed
         (raise raised)))))
