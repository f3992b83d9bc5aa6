;;; Making components, the process of a component, timers of components, and
;;; systems.

;; pattern: of the arguments, to be shown. setup: gets a list of them.
(define-record-type <definition>
  (%make-definition name pattern setup)
  %definition?
  (name %definition-name)
  (pattern %definition-pattern)
  (setup %definition-setup))

(define (%wrong-arguments name pattern arguments)
  (%arity-error name "the component takes the arguments " pattern arguments))

;; Runs the code of the definition for the new core; what others know of it.
(define (%set-up! core definition arguments)
  (%with-core core (lambda () ((%definition-setup definition) arguments)))
  (%self-component core))

(define (%with-core core thunk)
  (let ((outer %core))
    (dynamic-wind
     (lambda () (set! %core core))
     thunk
     (lambda () (set! %core outer)))))

;;> (create definition argument ...): a new child of this component, which is
;;> passive: it is started with this one, or by `start`. Raises arity if the
;;> component does not take these arguments, and what its code raises.
;;> Example: (eval '(begin (define-component (Leaf n)) (define-component (Root) (children (leaf (create Leaf 1)))) (component-name (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics))) => Root
(define (create definition . arguments)
  (%require-core 'create)
  (%require-definition definition 'create)
  (let* ((core %core)
         (child
          (if %simulation
              (%make-child
               ((%simulation-create %simulation) definition arguments
                                                 (%core-address core)
                                                 (%settings core))
               #f 'passive)
              (%launch-component definition arguments #f (%settings core)))))
    (%children! core (append (%children core) (list child)))
    (%child-component child)))

(define (%require-definition object who)
  (if (not (%definition? object))
      (%type-error who "the name of a component (see define-component)"
                   object)))

;; A new process of the component, watched by this one; the child.
(define (%launch-component definition arguments root? settings)
  (let* ((me (self))
         (tag (make-tag))
         (pid (spawn
               (lambda ()
                 (%run-component definition arguments me root? tag settings))
               name: (%definition-name definition)))
         (watch (monitor pid)))
    (outbound-link pid)
    (let wait ()
      (recv
        ((,tag 'created component) (%make-child component watch 'passive))
        ((,tag 'failed object)
         (demonitor watch)
         (raise object))
        (('down ,watch _ reason object)
         (raise (if (eq? reason 'failure) object reason)))
        ((pid other wanted)
         (where (and %core (pid? pid) (tag? other)))
         (%answer-call %core pid other wanted)
         (wait))))))

;; The life of the process of a component.
(define (%run-component definition arguments parent root? tag settings)
  (let* ((core (%new-core (self) (%definition-name definition) parent root?
                          settings))
         (outcome
          (%traced-outcome
           (lambda () (%set-up! core definition arguments)))))
    (cond ((eq? (car outcome) 'returned)
           (set! %core core)
           (! parent (list tag 'created (cadr outcome)))
           (with-exception-catcher
            (lambda (raised)
              ;; If the parent has ended, so does this.
              (if (not (termite-exception? raised)) (raise raised)))
            (lambda ()
              (%handling %core-now (lambda () (%serve-component core))))))
          (else (! parent (list tag 'failed (cadr outcome)))))))

(define (%serve-component core)
  (if (%timers core)
      (%step-in-time core)
      (%step core (?)))
  (if (not (eq? (%state core) 'destroyed))
      (%serve-component core)))

;; The next message, or the timer that is due before one comes.
(define (%step-in-time core)
  (let ((first (%timers core)))
    (recv (message (%step core message))
          (after (max 0 (- (%heap-time first) (monotonic-time)))
            (%timers! core (%heap-rest first))
            (%step core (list 'timer (%heap-value first)))))))

;;; Timers of a component: a thunk that is called after some seconds, as a
;;; handler is. What is due waits while the component is not active.

;; Returns what %cancel! takes.
(define (%after! seconds thunk)
  (let* ((core %core)
         (number (+ (%timer-count core) 1))
         (id (vector number thunk)))
    (%timer-count! core number)
    (if %simulation
        ((%simulation-after! %simulation) seconds (%core-address core)
                                          (list 'timer id))
        (%timers! core (%heap-add (%timers core)
                                  (+ (monotonic-time) seconds) number id)))
    id))

(define (%cancel! id) (vector-set! id 1 #f))

(define (%fire! core id)
  (let ((thunk (vector-ref id 1)))
    (if thunk
        (%guarded core #f
                  (lambda ()
                    (thunk)
                    (%run-conditions core))))))

;;> (component-time): seconds since some moment, in a simulation by its clock.
;;> Example: (eval '(real? (component-time)) (environment '(scheme base) '(kompics))) => #t
(define (component-time)
  (if %simulation
      ((%simulation-now %simulation))
      (monotonic-time)))

;;> (tell-component component event): the event comes to the loopback port of
;;> the component; for processes that are no components. Raises type.
;;> Example: (eval '(begin (define-event (Enough)) (define-component (Idle) (upon (loopback Enough) (suicide))) (let ((system (kompics-start Idle))) (tell-component (system-root system) (Enough)) (kompics-wait system))) (environment '(scheme base) '(kompics))) => stopped
(define (tell-component component event)
  (let ((address (%address-of component 'tell-component)))
    (if (not (event? event)) (%type-error 'tell-component "an event" event))
    (%post! address (%event-message 0 event address 0))))

;;> (observe! object ...): in a simulation, adds a list of the objects to its
;;> history, for those who check it; otherwise nothing.
;;> Example: (eval '(observe! 'decided 5) (environment '(scheme base) '(kompics))) => #f
(define (observe! . objects)
  (if %simulation ((%simulation-observe! %simulation) objects) #f))

;;; What parents do with children

(define (%child-of component who)
  (%require-core who)
  (let ((child (%find-child %core (%address-of component who))))
    (if (not child)
        (%error-of-kind 'kompics who "only the parent of a component may:"
                        (%core-name %core) (component-name component)))
    child))

(define (%command! component command state who)
  (let ((child (%child-of component who)))
    (if state (%child-state! child state))
    (%post! (%component-address component) (list 'command command))))

;;> (start component): starts a child that was made after this component was
;;> started. Raises type, and kompics if it is no child.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (start 5))))) (environment '(scheme base) '(kompics))) => no
(define (start component) (%command! component 'start 'starting 'start))

;;> (stop component): has a child finish what it does and be passive; its events
;;> wait until it is started again. `(control Stopped child)` tells of it.
;;> Raises type, and kompics if it is no child.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (stop 5))))) (environment '(scheme base) '(kompics))) => no
(define (stop component) (%command! component 'stop 'stopping 'stop))

;;> (kill component): ends a child and all below it. `(control Killed child)`
;;> tells of it. Raises type, and kompics if it is no child.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (kill 5))))) (environment '(scheme base) '(kompics))) => no
(define (kill component) (%command! component 'kill #f 'kill))

;;> (destroy component): ends a child and all below it at once; waits until they
;;> have ended. Raises type, and kompics if it is no child.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (destroy 5))))) (environment '(scheme base) '(kompics))) => no
(define (destroy component)
  (%child-of component 'destroy)
  (%destroy! %core component))

;;> (suicide): ends this component as its parent might by kill.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (suicide))))) (environment '(scheme base) '(kompics))) => no
(define (suicide)
  (%require-core 'suicide)
  (%post! (%core-address %core) '(command kill)))

;;> (self-component): the reference to this component.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (self-component))))) (environment '(scheme base) '(kompics))) => no
(define (self-component)
  (%require-core 'self-component)
  (%self-component %core))

;;; Configuration

;;> (config key [default]): the value in the configuration of this component.
;;> Raises kompics if there is none and no default.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (config 'key))))) (environment '(scheme base) '(kompics))) => no
(define (config key . default)
  (%require-core 'config)
  (let ((found (assoc key (%settings %core))))
    (cond (found (cadr found))
          ((pair? default) (car default))
          (else
           (%error-of-kind 'kompics 'config
                           "the configuration has no such key; it has:" key
                           (map car (%settings %core)))))))

;;> (config-set! key value): changes it for this component and all below it,
;;> which may refuse or change it (see on-config).
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'no)) (lambda () (config-set! 'key 1))))) (environment '(scheme base) '(kompics))) => no
(define (config-set! key value)
  (%require-core 'config-set!)
  (%store-setting! %core key value))

(define (%store-setting! core key value)
  (%settings! core
              (cons (list key value)
                    (let loop ((rest (%settings core)))
                      (cond ((null? rest) '())
                            ((equal? (caar rest) key) (cdr rest))
                            (else (cons (car rest) (loop (cdr rest))))))))
  (for-each (lambda (child)
              (%post! (%component-address (%child-component child))
                      (list 'settings key value)))
            (%children core)))

;; A change comes from the parent.
(define (%settings-change! core key value)
  (%guarded
   core #f
   (lambda ()
     (let ((decision (if (%on-settings core)
                         ((%on-settings core) key value)
                         'accept)))
       (match decision
         ('swallow #f)
         ('accept (%store-setting! core key value))
         (('map other) (%store-setting! core key other))
         (_ (%type-error 'on-config "accept, swallow or (map value)"
                         decision)))))))

;;; Systems

(define-record-type <system>
  (%make-system pid root)
  system?
  (pid %system-pid)
  (root system-root))

;;> (system? object): whether it is a system of components.
;;> Example: (eval '(system? 'system) (environment '(scheme base) '(kompics))) => #f

;;> (system-root system): its root component. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (component? (system-root (kompics-start Idle)))) (environment '(scheme base) '(kompics))) => #t

;;> (kompics-start definition argument ...): a new system with a component of
;;> that definition as its root, which is started. Raises as create does.
;;> Example: (eval '(begin (define-component (Idle)) (let ((system (kompics-start Idle))) (kompics-shutdown! system) (kompics-running? system))) (environment '(scheme base) '(kompics))) => #f
(define (kompics-start definition . arguments)
  (%kompics-start '() definition arguments 'kompics-start))

;;> (kompics-start/settings settings definition argument ...): the same, with a
;;> list of lists (key value), which is the configuration of all components.
;;> on-fault is a procedure that decides on a fault of the root: it
;;> returns resolved, ignore, destroy-child or escalate, which ends the system.
;;> Raises as create does, and type.
;;> Example: (eval '(begin (define-component (Root) (upon (control Start) (config-set! 'colour (config 'colour)))) (component? (system-root (kompics-start/settings '((colour red)) Root)))) (environment '(scheme base) '(kompics) '(kompics lifecycle))) => #t
(define (kompics-start/settings settings definition . arguments)
  (if (not (and (list? settings)
                (let loop ((rest settings))
                  (or (null? rest)
                      (and (list? (car rest)) (= (length (car rest)) 2)
                           (loop (cdr rest)))))))
      (%type-error 'kompics-start/settings "a list of lists (key value)"
                   settings))
  (%kompics-start settings definition arguments 'kompics-start/settings))

(define (%kompics-start settings definition arguments who)
  (%require-definition definition who)
  (let* ((me (self))
         (tag (make-tag))
         (pid (spawn
               (lambda ()
                 (%run-system me tag settings definition arguments))
               name: 'kompics))
         (watch (monitor pid)))
    (recv
      ((,tag 'created root)
       (demonitor watch)
       (%make-system pid root))
      ((,tag 'failed object . traces)
       (demonitor watch)
       (%raise-again object traces))
      (('down ,watch _ reason object)
       (raise (if (eq? reason 'failure) object reason))))))

(define (%setting key settings default)
  (let ((found (assoc key settings))) (if found (cadr found) default)))

(define (%run-system starter tag settings definition arguments)
  (let ((outcome
         (%traced-outcome
          (lambda ()
            (%launch-component definition arguments #t settings)))))
    (if (eq? (car outcome) 'returned)
        (let ((child (cadr outcome)))
          (! starter (list tag 'created (%child-component child)))
          (! (%component-address (%child-component child)) '(command start))
          (%serve-system child (%setting 'on-fault settings #f)))
        (! starter (append (list tag 'failed) (cdr outcome))))))

;; Answers `wait`, `running?` and `shutdown` until nobody asks any more: the
;; process lives on after the system has ended, to say how.
(define (%serve-system child on-fault)
  (define root (%component-address (%child-component child)))
  (define outcome #f)
  (define waiting (make-wait-list))
  (define (end! how)
    (if (not outcome)
        (begin
          (set! outcome how)
          (let loop ()
            (let ((next (next-waiter! waiting)))
              (if next
                  (begin
                    (tell! next)
                    (loop))))))))
  (define (tell! caller)
    (if (eq? (car outcome) 'stopped)
        (reply caller 'stopped)
        (%raise-outcome-at caller outcome)))
  (define (fault! fault traces)
    (let ((decision (if on-fault (on-fault fault) 'escalate)))
      (case decision
        ((ignore) (! root '(command resume)))
        ((resolved) #t)
        ((destroy-child)
         (terminate! root)
         (end! '(stopped)))
        (else
         (terminate! root)
         (end! (append (list 'fault fault) traces))))))
  (serve
   (lambda (request caller)
     (case request
       ((running?) (reply caller (not outcome)))
       ((wait) (if outcome (tell! caller) (wait! waiting caller)))
       ((kill)
        (! root '(command kill))
        (reply caller #t))
       ((force)
        (terminate! root)
        (end! '(stopped))
        (reply caller #t))
       (else (reply caller #f))))
   waiting
   'other:
   (lambda (message)
     (match message
       (('notice 'fault _ fault traces) (fault! fault traces))
       (('notice 'killed _) (end! '(stopped)))
       (('down _ ,root reason object)
        (if (not outcome)
            (let ((component (%child-component child)))
              (end! (list 'fault
                          (%make-fault component component
                                       (list reason object) #f
                                       (list (component-name component))))))))
       (_ #f)))))

(define (%ask-system system request who . timeout)
  (if (not (system? system)) (%type-error who "a system of components" system))
  (apply call (%system-pid system) request timeout))

;;> (kompics-running? system): whether it has not ended. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (kompics-running? (kompics-start Idle))) (environment '(scheme base) '(kompics))) => #t
(define (kompics-running? system)
  (%ask-system system 'running? 'kompics-running?))

;;> (kompics-wait system [timeout [default]]): waits until the system has ended:
;;> `stopped`. Raises the fault if it ended by one, and after the timeout raises
;;> timeout or returns the default. Raises type.
;;> Example: (eval '(begin (define-component (Brief) (upon (control Start) (suicide))) (kompics-wait (kompics-start Brief))) (environment '(scheme base) '(kompics) '(kompics lifecycle))) => stopped
(define (kompics-wait system . timeout)
  (apply %ask-system system 'wait 'kompics-wait timeout))

;;> (kompics-shutdown! system [seconds]): kills the root component and waits
;;> until all have ended; after so many seconds (5) ends them by force. Raises
;;> type.
;;> Example: (eval '(begin (define-component (Idle)) (kompics-shutdown! (kompics-start Idle))) (environment '(scheme base) '(kompics))) => stopped
(define (kompics-shutdown! system . seconds)
  (%ask-system system 'kill 'kompics-shutdown!)
  (%guard-else
   (lambda ()
     (if (eq? 'late (%ask-system system 'wait 'kompics-shutdown!
                                 (if (pair? seconds) (car seconds) 5) 'late))
         (%ask-system system 'force 'kompics-shutdown!)))
   ;; It had ended by a fault, or did so meanwhile.
   (lambda (raised) (if (not (fault? raised)) (raise raised))))
  'stopped)
