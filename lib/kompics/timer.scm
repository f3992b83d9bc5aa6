;;; The port type and the component of timers.

;;> (ScheduleTimeout seconds id): asks for the event (Timeout id) after so many
;;> seconds. Raises arity.
;;> Example: (eval '(event->list (ScheduleTimeout 1 'late)) (environment '(scheme base) '(kompics) '(kompics timer))) => (ScheduleTimeout 1 late)
(define-event (ScheduleTimeout seconds id))

;;> (SchedulePeriodicTimeout seconds period id): asks for the event (Timeout id)
;;> after so many seconds, and again after each period. Raises arity.
;;> Example: (eval '(event->list (SchedulePeriodicTimeout 1 2 'tick)) (environment '(scheme base) '(kompics) '(kompics timer))) => (SchedulePeriodicTimeout 1 2 tick)
(define-event (SchedulePeriodicTimeout seconds period id))

;;> (CancelTimeout id): asks not to be told; nothing if the id is not known.
;;> Raises arity.
;;> Example: (eval '(event->list (CancelTimeout 'late)) (environment '(scheme base) '(kompics) '(kompics timer))) => (CancelTimeout late)
(define-event (CancelTimeout id))

;;> (CancelPeriodicTimeout id): ends what SchedulePeriodicTimeout began. Raises
;;> arity.
;;> Example: (eval '(event->list (CancelPeriodicTimeout 'tick)) (environment '(scheme base) '(kompics) '(kompics timer))) => (CancelPeriodicTimeout tick)
(define-event (CancelPeriodicTimeout id))

;;> (Timeout id): the time has come. Raises arity.
;;> Example: (eval '(event->list (Timeout 'late)) (environment '(scheme base) '(kompics) '(kompics timer))) => (Timeout late)
(define-event (Timeout id))

;;> Timer: the port type of timers.
;;> Example: (eval '(port-type-name Timer) (environment '(scheme base) '(kompics) '(kompics timer))) => Timer
(define-port-type Timer
  (request ScheduleTimeout SchedulePeriodicTimeout CancelTimeout
           CancelPeriodicTimeout)
  (indication Timeout))

;; A timer: `after!` calls a procedure after so many seconds, and returns what
;; %cancel! takes. `timer` names the port; `form ...` is what else the component
;; has.
(define-syntax %define-timer
  (syntax-rules ()
    ((_ name timer after! form ...)
     (define-component (name)
       (provides (timer Timer))
       ;; From (origin id) to what cancels.
       (state (pending (make-hash-table)))
       form ...
       (define (key-of request id) (list (%request-origin request) id))
       (define (cancel! key)
         (let ((old (hash-table-ref/default pending key #f)))
           (if old
               (begin
                 (%cancel! old)
                 (hash-table-delete! pending key)))))
       (define (schedule! seconds period id)
         (let* ((request (current-request)) (key (key-of request id)))
           (cancel! key)
           (let again ((seconds seconds))
             (hash-table-set!
              pending key
              (after! seconds
                      (lambda ()
                        (hash-table-delete! pending key)
                        (if period (again period))
                        (%respond! request (Timeout id))))))))
       (upon (timer ScheduleTimeout seconds id)
         (such-that (%seconds? seconds 'ScheduleTimeout))
         (schedule! seconds #f id))
       (upon (timer SchedulePeriodicTimeout seconds period id)
         (such-that (%seconds? seconds 'SchedulePeriodicTimeout)
                    (%seconds? period 'SchedulePeriodicTimeout))
         (schedule! seconds period id))
       (upon (timer CancelTimeout id) (cancel! (key-of (current-request) id)))
       (upon (timer CancelPeriodicTimeout id)
         (cancel! (key-of (current-request) id)))))))

;;> SystemTimer: a component without arguments that provides Timer. Ids are
;;> those of the component that asks: two may use the same. Asking again with an
;;> id begins anew.
;;> Example: (eval '(begin (define-component (Root) (children (timer (create SystemTimer)))) (component-name (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics timer))) => Root
(%define-timer SystemTimer timer %after!)

;;> (Advance seconds): asks a clock to go on by so many seconds. Raises arity.
;;> Example: (eval '(event->list (Advance 5)) (environment '(scheme base) '(kompics) '(kompics timer))) => (Advance 5)
(define-event (Advance seconds))

;;> (Advanced now): the clock has gone on, to that time. Raises arity.
;;> Example: (eval '(event->list (Advanced 5)) (environment '(scheme base) '(kompics) '(kompics timer))) => (Advanced 5)
(define-event (Advanced now))

;;> Clock: the port type of clocks that are told to go on.
;;> Example: (eval '(port-type-name Clock) (environment '(scheme base) '(kompics) '(kompics timer))) => Clock
(define-port-type Clock
  (request Advance)
  (indication Advanced))

;;> VirtualTimer: a component like SystemTimer that provides Clock too: its time
;;> begins with 0, and stands still until an Advance comes. What is due until
;;> then comes at once, in the order of its times; of the same time, in that of
;;> the requests. For systems whose time is a matter of a program; simulations
;;> of (kompics sim) have a clock of their own.
;;> Example: (eval '(begin (define-component (Root) (children (timer (create VirtualTimer)))) (component-name (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics timer))) => Root
(%define-timer VirtualTimer timer after!
  (provides (clock Clock))
  (state (now 0) (due #f) (count 0))
  (define (after! seconds thunk)
    (:= count (+ count 1))
    (let ((id (vector count thunk)))
      (:= due (%heap-add due (+ now seconds) count id))
      id))
  (define (advance-to! end)
    (if (and due (<= (%heap-time due) end))
        (let ((thunk (vector-ref (%heap-value due) 1)))
          (:= now (%heap-time due))
          (:= due (%heap-rest due))
          (if thunk (thunk))
          (advance-to! end))
        (:= now end)))
  (upon (timer SchedulePeriodicTimeout _ period _)
    (such-that (%seconds? period 'SchedulePeriodicTimeout))
    (if (= period 0)
        (%type-error 'SchedulePeriodicTimeout "a period above 0" period)))
  (upon (clock Advance seconds)
    (such-that (%seconds? seconds 'Advance))
    (advance-to! (+ now seconds))
    (trigger (clock Advanced now))))

(define (%seconds? object who)
  (if (and (real? object) (>= object 0))
      #t
      (%type-error who "a number of seconds" object)))
