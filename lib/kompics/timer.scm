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

;;> SystemTimer: a component without arguments that provides Timer. Ids are
;;> those of the component that asks: two may use the same. Asking again with an
;;> id begins anew.
;;> Example: (eval '(begin (define-component (Root) (children (timer (create SystemTimer)))) (component-name (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics timer))) => Root
(define-component (SystemTimer)
  (provides (timer Timer))
  ;; From (origin id) to what cancels.
  (state (pending (make-hash-table)))
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
         (%after! seconds
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
    (cancel! (key-of (current-request) id))))

(define (%seconds? object who)
  (if (and (real? object) (>= object 0))
      #t
      (%type-error who "a number of seconds" object)))
