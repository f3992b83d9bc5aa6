;;; Starting, stopping, killing and faults.
;;;
;;;   passive --start--> starting --> active --stop--> stopping --> passive
;;;                  all children are                children are passive
;;;
;;;   kill: killing, until all children have ended; then the component ends
;;;   a handler raises: faulty, until the parent decides
;;;
;;; While a component is faulty, it and all below it are suspended: events wait.

;; What the parent knows of a child. watch: the tag of the monitor, or #f.
(define-record-type <child>
  (%make-child component watch state)
  child?
  (component %child-component)
  (watch %child-watch)
  (state %child-state %child-state!))

;;> (Start): the event that begins a component: sent to its control port, it and
;;> all below it begin to handle events.
(define-event (Start))
;;> (Stop): the event that stops a component and all below it; they keep their
;;> state and can be started again.
(define-event (Stop))
;;> (Kill): the event that ends a component and all below it, for good.
(define-event (Kill))
;;> (Started component): told to the parent on the control port of a child when
;;> it and all below it have begun.
(define-event (Started component))
;;> (Stopped component): told to the parent when the child and all below it have
;;> stopped.
(define-event (Stopped component))
;;> (Killed component): told to the parent when the child and all below it have
;;> ended.
(define-event (Killed component))

;; component: that whose handler raised; child: that of the component that is
;; told; event: what was handled, or #f; path: names from it upwards.
(define-record-type <fault>
  (%make-fault component child cause event path)
  fault?
  ;; What says most comes first where it is shown.
  (path fault-path)
  (cause fault-cause)
  (event fault-event)
  (component fault-component)
  (child fault-child))

;;> (fault? object): whether it is a fault: what `on-fault` gets.
;;> Example: (eval '(fault? 'fault) (environment '(scheme base) '(kompics lifecycle))) => #f

;;> (fault-component fault): the component whose handler raised. Raises type.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'type)) (lambda () (fault-component 5))))) (environment '(scheme base) '(kompics lifecycle))) => type

;;> (fault-child fault): the child of the component that is told of it: the one
;;> that raised, or that has it below it. Raises type.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'type)) (lambda () (fault-child 5))))) (environment '(scheme base) '(kompics lifecycle))) => type

;;> (fault-cause fault): what was raised. Raises type.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'type)) (lambda () (fault-cause 5))))) (environment '(scheme base) '(kompics lifecycle))) => type

;;> (fault-event fault): the event that was handled, or #f. Raises type.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'type)) (lambda () (fault-event 5))))) (environment '(scheme base) '(kompics lifecycle))) => type

;;> (fault-path fault): names of the component that raised and of those above
;;> it, as far as the fault has come. Raises type.
;;> Example: (eval '(call-with-current-continuation (lambda (k) (with-exception-handler (lambda (e) (k 'type)) (lambda () (fault-path 5))))) (environment '(scheme base) '(kompics lifecycle))) => type

;;> escalate: what `on-fault` returns to let the fault go to the parent.
;;> Example: (eval 'escalate (environment '(scheme base) '(kompics lifecycle))) => escalate
(define escalate 'escalate)

;;> ignore: what `on-fault` returns to let the child go on with the next event.
;;> Example: (eval 'ignore (environment '(scheme base) '(kompics lifecycle))) => ignore
(define ignore 'ignore)

;;> resolved: what `on-fault` returns if it has done what was to be done.
;;> Example: (eval 'resolved (environment '(scheme base) '(kompics lifecycle))) => resolved
(define resolved 'resolved)

;;> destroy-child: what `on-fault` returns to end the child and all below it.
;;> Example: (eval 'destroy-child (environment '(scheme base) '(kompics lifecycle))) => destroy-child
(define destroy-child 'destroy-child)

(define (%self-component core)
  (%make-component
   (%core-address core) (%core-name core)
   (if (%core-root? core) #f (%core-parent core))
   (map (lambda (port)
          (vector (%port-type-key (%port-type port)) (%port-provided? port)
                  (%port-half port) (port-type-name (%port-type port))))
        (reverse (%ports core)))))

;;; Faults

;; Calls the thunk; if it raises, the component is faulty. The event is what is
;; handled, or #f. Whether it returned.
(define (%guarded core event thunk)
  (let ((outcome (%traced-outcome thunk)))
    (if (eq? (car outcome) 'returned)
        #t
        (begin
          (%fail! core event outcome)
          #f))))

;; What was raised while the component handled the event makes it faulty. The
;; outcome is (raised object) or (raised object trace).
(define (%fail! core event outcome)
  (%current-request! core #f)
  (if (termite-exception? (cadr outcome))
      ;; The parent has ended.
      (shutdown!)
      (let ((component (%self-component core)))
        (%become-faulty! core
                         (%make-fault component component (cadr outcome) event
                                      (list (%core-name core)))
                         (%traces-of outcome)))))

;; Where it was raised, as a list of the trace, if that is known.
(define (%traces-of outcome)
  (let ((trace (and (condition? (cadr outcome))
                    (condition-trace (cadr outcome)))))
    (if trace (list trace) (cddr outcome))))

;; Calls the thunk, which handles messages of cores; `current` gives the one
;; whose handler runs. If a handler raises, its component is faulty, and the
;; thunk is called again. What is raised else is raised.
(define (%handling current thunk)
  (let ((outcome (%traced-outcome thunk)))
    (if (eq? (car outcome) 'raised)
        (let* ((core (current)) (request (and core (%current-request core))))
          (if (not request) (raise (cadr outcome)))
          (%fail! core (%event-of request) outcome)
          (%handling current thunk))
        (cadr outcome))))

(define (%event-of request)
  (if (pair? request)
      (%message-event request)
      (%request-event request)))

;; `traces` is the list of where the cause was raised, for reports: it goes from
;; parent to parent beside the fault.
(define (%become-faulty! core fault traces)
  (if (not (eq? (%state core) 'faulty))
      (begin
        (%state-before! core (%state core))
        (%state! core 'faulty)))
  (%tell-children core 'suspend)
  (%post! (%core-parent core)
          (list 'notice 'fault (%core-address core) fault traces)))

(define (%tell-children core command)
  (for-each (lambda (child)
              (%post! (%component-address (%child-component child))
                      (list 'command command)))
            (%children core)))

(define (%decide! core child fault traces)
  (let* ((component (%child-component child))
         (told (%make-fault (fault-component fault) component
                            (fault-cause fault) (fault-event fault)
                            (fault-path fault)))
         (decision #f)
         (decided? (%guarded
                    core (fault-event fault)
                    (lambda ()
                      (set! decision
                            (if (%on-fault core)
                                ((%on-fault core) told)
                                'escalate))
                      (if (not (memq decision '(escalate ignore resolved
                                                destroy-child)))
                          (%type-error 'on-fault
                                       "escalate, ignore, resolved or \
                                        destroy-child"
                                       decision))))))
    (if decided?
        (case decision
          ((ignore)
           (%post! (%component-address component) '(command resume)))
          ((destroy-child) (%destroy! core component))
          ((escalate)
           (%become-faulty!
            core (%make-fault (fault-component fault) (%self-component core)
                              (fault-cause fault) (fault-event fault)
                              (append (fault-path fault)
                                      (list (%core-name core))))
            traces))))))

(define (%resume! core)
  (%suspended! core #f)
  (if (eq? (%state core) 'faulty) (%state! core (%state-before core)))
  (%tell-children core 'resume)
  (%settle! core))

;;; Commands of the parent

(define (%obey! core command)
  (case command
    ((start) (if (eq? (%state core) 'passive) (%start! core)))
    ((stop) (%stop! core))
    ((kill) (%kill! core))
    ((suspend)
     (%suspended! core #t)
     (%tell-children core 'suspend))
    ((resume) (%resume! core))))

(define (%start! core)
  (%state! core (if (null? (%children core)) 'active 'starting))
  (for-each (lambda (child)
              (%child-state! child 'starting)
              (%post! (%component-address (%child-component child))
                      '(command start)))
            (%children core))
  (%control-event! core (Start))
  (if (eq? (%state core) 'active) (%report! core 'started))
  (%settle! core))

(define (%stop! core)
  (if (eq? (%state core) 'active)
      (begin
        (%state! core 'stopping)
        (%control-event! core (Stop))
        (for-each (lambda (child)
                    (if (memq (%child-state child) '(active starting))
                        (begin
                          (%child-state! child 'stopping)
                          (%post! (%component-address
                                   (%child-component child))
                                  '(command stop)))))
                  (%children core))
        (%settle! core))
      (%guarded core (Stop)
                (lambda ()
                  (%error-of-kind
                   'kompics 'stop
                   "only an active component is stopped; this one is:"
                   (%core-name core) (%state core))))))

(define (%kill! core)
  (if (not (eq? (%state core) 'killing))
      (begin
        ;; What waits is handled only by one that is active.
        (%suspended! core (not (eq? (%state core) 'active)))
        (%state! core 'killing)
        (%control-event! core (Kill))
        (%tell-children core 'kill)
        (%settle! core))))

(define (%control-event! core event)
  (if (pair? (%port-handlers (%control core)))
      (%guarded core event
                (lambda ()
                  (%run-handlers core (%control core)
                                 (%event-message -2 event #f -2))))))

(define (%report! core what)
  (%post! (%core-parent core) (list 'notice what (%core-address core))))

(define (%all-children? core states)
  (let loop ((rest (%children core)))
    (cond ((null? rest) #t)
          ((memq (%child-state (car rest)) states) (loop (cdr rest)))
          (else #f))))

;; Goes on to the next state if the children are there, and handles what waits.
(define (%settle! core)
  (case (%state core)
    ((starting)
     (if (and (not (%suspended? core)) (%all-children? core '(passive active)))
         (begin
           (%state! core 'active)
           (%report! core 'started))))
    ((stopping)
     (if (and (not (%suspended? core)) (%all-children? core '(passive)))
         (begin
           (%state! core 'passive)
           (if (%tear-down! core) (%report! core 'stopped)))))
    ((killing)
     (if (null? (%children core))
         (begin
           (%tear-down! core)
           (%report! core 'killed)
           (%end! core)))))
  (%catch-up! core))

(define (%catch-up! core)
  (if (and (%ready? core)
           (or (pair? (%early core)) (pair? (%waiting core))))
      (begin
        (if (null? (%early core))
            (begin
              (%early! core (reverse (%waiting core)))
              (%waiting! core '())))
        (let ((message (car (%early core))))
          (%early! core (cdr (%early core)))
          (if (%event-message? message)
              (%guarded core (%message-event message)
                        (lambda ()
                          (%handle core
                                   (%port-of-half (%message-half message) core)
                                   message)))
              (%step core message)))
        (%catch-up! core))))

;; Whether nothing was raised.
(define (%tear-down! core)
  (%guarded core #f
            (lambda ()
              (for-each (lambda (thunk) (thunk)) (%teardowns core)))))

(define (%end! core)
  (%state! core 'destroyed)
  (%sever! core))

;; Asked for by the parent: children first, and nothing is reported.
(define (%destroy-core! core)
  (for-each (lambda (child) (%destroy! core (%child-component child)))
            (%children core))
  (if (not (eq? (%state core) 'destroyed))
      (begin
        (%traced-outcome
         (lambda () (for-each (lambda (thunk) (thunk)) (%teardowns core))))
        (%end! core)))
  #t)

(define (%destroy! core component)
  (%forget-child! core (%component-address component))
  (%guard-else
   (lambda () (%ask (%component-address component) '(destroy)))
   (lambda (raised)
     (if (not (and (condition? raised)
                   (memq (condition-kind raised) '(kompics noproc))))
         (raise raised)))))

;;; Notices of children

(define (%find-child core address)
  (let loop ((rest (%children core)))
    (cond ((null? rest) #f)
          ((equal? (%component-address (%child-component (car rest))) address)
           (car rest))
          (else (loop (cdr rest))))))

(define (%forget-child! core address)
  (let ((child (%find-child core address)))
    (if child
        (begin
          (if (%child-watch child) (demonitor (%child-watch child)))
          (%children! core
                      (let loop ((rest (%children core)))
                        (cond ((eq? (car rest) child) (cdr rest))
                              (else (cons (car rest)
                                          (loop (cdr rest)))))))))))

(define (%hear! core what address . fault)
  (let ((child (%find-child core address)))
    (if child
        (let ((component (%child-component child)))
          (case what
            ((started)
             (%child-state! child 'active)
             (%control-event! core (Started component)))
            ((stopped)
             (%child-state! child 'passive)
             (%control-event! core (Stopped component)))
            ((killed)
             (%forget-child! core address)
             (%control-event! core (Killed component)))
            ((fault) (apply %decide! core child fault)))
          (%settle! core)))))

;; A child vanished that did not say so before.
(define (%vanish! core watch reason object)
  (let loop ((rest (%children core)))
    (if (pair? rest)
        (if (eq? (%child-watch (car rest)) watch)
            (let* ((child (car rest)) (component (%child-component child)))
              (%forget-child! core (%component-address component))
              (if (not (eq? (%state core) 'killing))
                  (%decide! core child
                            (%make-fault component component
                                         (list reason object) #f
                                         (list (component-name component)))
                            '()))
              (%settle! core))
            (loop (cdr rest))))))

;;; A message, of whatever kind

(define (%step core message)
  (cond ((%event-message? message) (%take-event core message))
        ((and (pair? message) (pid? (car message)))
         (%answer-call core (car message) (cadr message) (caddr message)))
        ((pair? message)
         (case (car message)
           ((command) (%obey! core (cadr message)))
           ((notice)
            (apply %hear! core (cdr message)))
           ((sever) (%remove-end! core (cadr message) (caddr message)))
           ((settings) (%settings-change! core (cadr message)
                                          (caddr message)))
           ((timer)
            (if (%ready? core)
                (%fire! core (cadr message))
                (%waiting! core (cons message (%waiting core)))))
           ((down)
            (%vanish! core (cadr message) (cadddr message)
                      (list-ref message 4)))))))
