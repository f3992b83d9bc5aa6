;;; Components as data: what one has, and what it does with a message.
;;;
;;; A core is owned by what runs it: a process of its own, or the process of a
;;; simulation, which runs all of them (see %simulation). Its address is the pid
;;; or a number of the simulation. Messages to a core are
;;;
;;;   (half kind name address from field ...)
;;;                             an event at one half of a port, and where it was
;;;                             triggered, component and half; a list, since no
;;;                             other object is sent as quickly
;;;   (command name)            of the parent, or of itself
;;;   (notice name address ...) of a child
;;;   (timer id)                in a simulation
;;;   (pid tag request)         a call, as those of (mound call)
;;;   (down tag pid ...)        a child has vanished
;;;
;;; A port has two halves, which are numbered: outside, 2k, where the component
;;; is the one that provides or requires; inside, 2k+1, where a port that the
;;; component has in common with a child is passed through.

;; What other processes know of a component. parent: the address of the one
;; that made it, or #f for a root. ports: a list of #(key provided? half name).
(define-record-type <component>
  (%make-component address name parent ports)
  component?
  (address %component-address)
  (name component-name)
  (parent %component-parent)
  (ports %component-ports))

;;> (component? object): whether it is a reference to a component: what `create`
;;> returns.
;;> Example: (eval '(component? 'component) (environment '(scheme base) '(kompics))) => #f

;;> (component-name component): the name of its definition. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (component-name (system-root (kompics-start Idle)))) (environment '(scheme base) '(kompics))) => Idle

;; One that is declared. outgoing: the keys of events that may be triggered
;; here. outside and inside: lists of channels. interest: how often what its
;; handlers are interested in has changed.
(define-record-type <port>
  (%make-own-port half type provided? outgoing outside inside handlers interest)
  %port?
  (half %port-half)
  (type %port-type)
  (provided? %port-provided?)
  (outgoing %port-outgoing)
  (outside %outside %outside!)
  (inside %inside %inside!)
  (handlers %port-handlers %port-handlers!)
  (interest %interest %interest!))

;; The end of a channel. address, half: the other end. passes?: a predicate for
;; indications, or #f. wants: the keys of events that have handlers there, or
;; #t for all, as it was at `version`.
(define-record-type <channel-end>
  (%make-end id address half name passes? wants version)
  %channel-end?
  (id %end-id)
  (address %end-address)
  (half %end-half)
  (name %end-name)
  (passes? %end-passes?)
  (wants %end-wants %end-wants!)
  (version %end-version %end-version!))

;; keys: of the events that it may run for. run: gets the message; #f if that
;; does not match.
(define-record-type <handler>
  (%make-handler port keys run)
  handler?
  (port %handler-port)
  (keys %handler-keys)
  (run %handler-run))

;;> (handler? object): whether it is a handler: what `upon` and `upon-event`
;;> return.
;;> Example: (eval '(handler? 'handler) (environment '(scheme base) '(kompics))) => #f

;; origin: who triggered the event, (address . half).
(define-record-type <request>
  (%make-request origin event port answered?)
  request?
  (origin %request-origin)
  (event %request-event)
  (port %request-port)
  (answered? %request-answered? %request-answered!))

;;> (request? object): whether it is a request that can be answered.
;;> Example: (eval '(request? 'request) (environment '(scheme base) '(kompics))) => #f

;; state: passive, starting, active, stopping, killing, faulty or destroyed;
;; before: the state before it became faulty. ports: the newest first; control
;; and loopback are not among them. parent: whom it tells how it is; root?:
;; whether that is no component. children: a list of children. settings: a list
;; of lists (key value). waiting: messages to be handled when it is active,
;; the newest first; early: the same, the oldest first.
(define-record-type <core>
  (%make-core address name parent root? settings state before suspended?
              ports control loopback conditions children teardowns on-fault
              on-settings waiting early request timers timer-count counts)
  %core?
  (address %core-address)
  (name %core-name)
  (parent %core-parent)
  (root? %core-root?)
  (settings %settings %settings!)
  (state %state %state!)
  (before %state-before %state-before!)
  (suspended? %suspended? %suspended!)
  (ports %ports %ports!)
  (control %control)
  (loopback %loopback)
  (conditions %conditions %conditions!)
  (children %children %children!)
  (teardowns %teardowns %teardowns!)
  (on-fault %on-fault %on-fault!)
  (on-settings %on-settings %on-settings!)
  (waiting %waiting %waiting!)
  (early %early %early!)
  ;; The message that is handled, or the request that was made of it, or #f.
  (request %current-request %current-request!)
  (timers %timers %timers!)
  (timer-count %timer-count %timer-count!)
  (counts %counts))

;; Indices of the counts: events that came, that a handler ran for, that were
;; triggered.
(define %came 0)
(define %handled 1)
(define %triggered 2)

(define (%count! core what)
  (let ((counts (%counts core)))
    (vector-set! counts what (+ (vector-ref counts what) 1))))

(define (%new-core address name parent root? settings)
  (define (pseudo half)
    (%make-own-port half #f #f '() '() '() '() 0))
  (%make-core address name parent root? settings 'passive #f #f '()
              (pseudo -2) (pseudo 0) '() '() '() #f #f '() '() #f #f 0
              (make-vector 3 0)))

;; The core whose code runs in this process now, or #f.
(define %core #f)

;; What runs cores in this process if that is a simulation, or #f: a record of
;; procedures.
(define %simulation #f)
(define-record-type <simulation>
  (%make-simulation post! create now after! core-of random attach! transmit!
                    observe!)
  %simulation?
  (post! %simulation-post!)
  (create %simulation-create)
  (now %simulation-now)
  (after! %simulation-after!)
  (core-of %simulation-core-of)
  ;; A number below another, or a new one for a channel.
  (random %simulation-random)
  ;; The component gets messages to the address.
  (attach! %simulation-attach!)
  ;; Sends a message, which arrives as the other event.
  (transmit! %simulation-transmit!)
  (observe! %simulation-observe!))

(define (%simulation-now*) %simulation)
(define (%current-address) (%core-address %core))

(define (%simulation! simulation) (set! %simulation simulation))
(define (%core! core) (set! %core core))
(define (%core-now) %core)

(define (%require-core who)
  (if (not %core)
      (%error-of-kind 'kompics who "this is used in components only")))

(define (%post! address message)
  (if %simulation
      ((%simulation-post! %simulation) address message)
      (! address message)))

;;; Ports

(define (%describe-port port)
  (let ((type (%port-type port)))
    (if type
        (list (if (%port-provided? port) 'provides 'requires)
              (port-type-name type))
        (if (= (%port-half port) 0) '(loopback) '(control)))))

(define (%find-port type provided? core)
  (let loop ((rest (%ports core)))
    (cond ((null? rest) #f)
          ((and (eq? (%port-type-key (%port-type (car rest)))
                     (%port-type-key type))
                (eq? (%port-provided? (car rest)) provided?))
           (car rest))
          (else (loop (cdr rest))))))

(define (%declare-port type provided? who)
  (%require-core who)
  (%require-port-type type who)
  (if (%find-port type provided? %core)
      (%error-of-kind 'kompics who "a component has each port once:"
                      (%core-name %core) (port-type-name type)))
  (let* ((half (* 2 (+ 1 (length (%ports %core)))))
         (port (%make-own-port half type provided?
                               (if provided?
                                   (%port-type-indications type)
                                   (%port-type-requests type))
                               '() '() '() 0)))
    (%ports! %core (cons port (%ports %core)))
    port))

(define (%port-of-half half core)
  (let ((even (if (odd? half) (- half 1) half)))
    (if (= even 0)
        (%loopback core)
        (let loop ((rest (%ports core)))
          (if (eqv? (%port-half (car rest)) even)
              (car rest)
              (loop (cdr rest)))))))

;; The port that `control`, `loopback` or a declared port means.
(define (%own-port object who)
  (%require-core who)
  (cond ((%port? object) object)
        ((eq? object 'control) (%control %core))
        ((eq? object 'loopback) (%loopback %core))
        (else (%type-error who "a port that the component declares" object))))

;;; Triggering

;; Raises unless events of the keys may go out of the port (in: come in).
(define (%check-direction port keys in? who)
  (let ((type (%port-type port)))
    (if type
        (let* ((requests? (if in?
                              (%port-provided? port)
                              (not (%port-provided? port))))
               (right (if requests?
                          (%port-type-requests type)
                          (%port-type-indications type)))
               (wrong (if requests?
                          (%port-type-indications type)
                          (%port-type-requests type))))
          (define (some? known)
            (let loop ((rest keys))
              (cond ((null? rest) #f)
                    ((memv (car rest) known) #t)
                    (else (loop (cdr rest))))))
          (if (not (some? right))
              (%error-of-kind
               'kompics who
               (string-append
                (%text-of-key (car keys))
                (if (some? wrong)
                    (if requests?
                        " is an indication of the port type "
                        " is a request of the port type ")
                    " is no event of the port type ")
                (symbol->string (port-type-name type))
                (if (some? wrong)
                    (string-append
                     ", which " (symbol->string (%core-name %core))
                     (if (%port-provided? port) " provides: " " requires: ")
                     (if (eq? in? (%port-provided? port))
                         "requests"
                         "indications")
                     (if in? " are handled there" " are triggered there"))
                    "")
                " (requests: " (%names-of (%port-type-requests type))
                "; indications: " (%names-of (%port-type-indications type))
                ")")))))))

(define (%new-message half kind name address from fields)
  (cons half (cons kind (cons name (cons address (cons from fields))))))

(define (%event-message half event address from)
  (%new-message half (%event-kind event) (%event-name event) address from
                (%event-fields event)))

;; Whether it is one of an event, and no other one.
(define (%event-message? message)
  (and (pair? message) (fixnum? (car message))))

(define (%message-half message) (car message))
(define (%message-kind message) (cadr message))
(define (%message-name message) (caddr message))
(define (%message-address message) (cadddr message))
(define (%message-from message) (car (cddddr message)))
(define (%message-fields message) (cdr (cddddr message)))
(define (%message-origin message)
  (cons (%message-address message) (%message-from message)))
(define (%message-event message)
  (%make-event (%message-kind message) (%message-name message)
               (%message-fields message)))

(define (%wanted? kind wants)
  (if (eq? wants #t) #t (%among? kind wants)))

;; Sends the event, which was triggered at a half of the component at the
;; address, through all channels of the list, and gives how many took it.
;; indication?: whether it goes to those who require.
(define (%send-through ends kind name fields address from indication?)
  (let loop ((rest ends) (sent 0))
    (if (null? rest)
        sent
        (let ((end (car rest)))
          (if (and (%wanted? kind (%end-wants end))
                   (or (not indication?)
                       (not (%end-passes? end))
                       ((%end-passes? end) (%make-event kind name fields))))
              (begin
                (%post! (%end-address end)
                        (%new-message (%end-half end) kind name address from
                                      fields))
                (loop (cdr rest) (+ sent 1)))
              (loop (cdr rest) sent))))))

(define (%pass-on ends message indication?)
  (%send-through ends (%message-kind message) (%message-name message)
                 (%message-fields message) (%message-address message)
                 (%message-from message) indication?))

(define (%trigger object event)
  (let ((port (%own-port object 'trigger)) (core %core))
    (if (not (event? event)) (%type-error 'trigger "an event" event))
    (if (not (%key-among? (%first-key (%event-kind event))
                          (%port-outgoing port)))
        (begin
          (if (eq? port (%control core))
              (%error-of-kind
               'kompics 'trigger
               "control events are triggered by start, stop and kill"))
          (%check-direction port (%keys-of-kind (%event-kind event)) #f
                            'trigger)))
    (%count! core %triggered)
    (let ((address (%core-address core)) (half (%port-half port)))
      (if (%port-type port)
          (%send-through (%outside port) (%event-kind event)
                         (%event-name event) (%event-fields event) address
                         half (%port-provided? port))
          (begin
            (%post! address (%event-message 0 event address half))
            1)))))

;;; Events that come

;; An event at a half: what is passed through goes on at once, the handlers of
;; the component run when it is active.
(define (%take-event core message)
  (let* ((half (%message-half message)) (port (%port-of-half half core)))
    (if (odd? half)
        (%pass-on (%outside port) message (%port-provided? port))
        (begin
          (if (pair? (%inside port))
              (%pass-on (%inside port) message (not (%port-provided? port))))
          (%count! core %came)
          (if (%ready? core)
              (%handle core port message)
              (%waiting! core (cons message (%waiting core))))))))

(define (%ready? core)
  (and (not (%suspended? core))
       (let ((state (%state core)))
         (or (eq? state 'active) (eq? state 'stopping) (eq? state 'killing)))))

;; Runs the handlers of the port, and then what holds. The message stands where
;; the request is found that is handled (see %request-now), so it is known what
;; was handled if a handler raises.
(define (%handle core port message)
  (%current-request! core message)
  (%run-handlers core port message)
  (if (pair? (%conditions core)) (%run-conditions core))
  (%current-request! core #f))

(define (%run-handlers core port message)
  (let ((kind (%message-kind message)))
    (let loop ((rest (%port-handlers port)) (ran? #f))
      (cond ((pair? rest)
             (loop (cdr rest)
                   (if (%among? kind (%handler-keys (car rest)))
                       (or ((%handler-run (car rest)) message) ran?)
                       ran?)))
            (ran? (%count! core %handled))))))

(define (%run-conditions core)
  (let loop ((rest (%conditions core)))
    (cond ((null? rest) #f)
          (((car rest)) (%run-conditions core))
          (else (loop (cdr rest))))))
