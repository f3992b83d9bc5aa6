;;; Events: communications that can be done, as values. `sync` does one of them.

;; kind: get, put, timeout, always, choose, wrap or guard.
(define-record-type event
  (%make-event kind of with)
  event?
  (kind %event-kind)
  (of %event-of)
  (with %event-with))

;;> (event? object): whether it is an event.
;;> Example: (eval '(map event? (list (never-event) 'event)) (environment '(scheme base) '(mound channel))) => (#t #f)

(define (%require-event object who)
  (if (not (event? object)) (%type-error who "an event" object)))

;;> (get-event channel): the event that an object comes through the channel; its
;;> value is the object. Raises type.
;;> Example: (eval '(let ((c (make-channel))) (spawn (lambda () (channel-put! c 42))) (sync (get-event c))) (environment '(termite) '(mound channel))) => 42
(define (get-event channel)
  (%require-channel channel 'get-event)
  (%make-event 'get channel #f))

;;> (put-event channel object): the event that a process gets the object from
;;> the channel; its value is #t. Raises type.
;;> Example: (eval '(let ((c (make-channel)) (me (self))) (spawn (lambda () (! me (channel-get! c)))) (sync (put-event c 42)) (?)) (environment '(termite) '(mound channel))) => 42
(define (put-event channel object)
  (%require-channel channel 'put-event)
  (%make-event 'put channel object))

;;> (timeout-event timeout): the event that so many seconds have passed since
;;> sync was called, or that it is a time; its value is timeout. Raises type.
;;> Example: (eval '(sync (choose-event (get-event (make-channel)) (timeout-event 0.01))) (environment '(scheme base) '(mound channel))) => timeout
(define (timeout-event timeout)
  (if (not (or (time? timeout) (and (real? timeout) (not (nan? timeout)))))
      (%type-error 'timeout-event "a number of seconds or a time" timeout))
  (%make-event 'timeout timeout #f))

;;> (always-event object): an event that can happen at once; its value is the
;;> object. Others of a choice go before it.
;;> Example: (eval '(sync (choose-event (get-event (make-channel)) (always-event 'nothing-came))) (environment '(scheme base) '(mound channel))) => nothing-came
(define (always-event object) (%make-event 'always object #f))

;;> (never-event): an event that never happens.
;;> Example: (eval '(sync (choose-event (never-event) (always-event 1))) (environment '(scheme base) '(mound channel))) => 1
(define (never-event) (%make-event 'choose '() #f))

;;> (choose-event event ...): the event that one of them happens, whichever can
;;> first. If several can, each has its turn. Its value is that of the one. All
;;> channels of a choice are of the same node. Raises type.
;;> Example: (eval '(let ((in (make-channel)) (out (make-channel)) (me (self))) (spawn (lambda () (! me (channel-get! out)))) (sync (choose-event (get-event in) (put-event out 'went))) (?)) (environment '(termite) '(mound channel))) => went
(define (choose-event . events)
  (for-each (lambda (event) (%require-event event 'choose-event)) events)
  (%make-event 'choose events #f))

;;> (wrap-event event procedure): the same event, with the value that the
;;> procedure makes of its value, after it has happened. Raises type, arity.
;;> Example: (eval '(sync (wrap-event (always-event 20) (lambda (n) (+ n 1)))) (environment '(scheme base) '(mound channel))) => 21
(define (wrap-event event procedure)
  (%require-event event 'wrap-event)
  (%require-callback procedure 1 'wrap-event)
  (%make-event 'wrap event procedure))

;;> (guard-event thunk): the event that the thunk returns, which is called each
;;> time that sync waits for it. Raises type, arity.
;;> Example: (eval '(sync (guard-event (lambda () (always-event (+ 1 2))))) (environment '(scheme base) '(mound channel))) => 3
(define (guard-event thunk)
  (%require-callback thunk 0 'guard-event)
  (%make-event 'guard thunk #f))

;; What can happen: ways are vectors of kind, channel, object and a procedure
;; that makes the result; `deadline` is the first one, or #f, and `late` makes
;; the result there.
(define-record-type %choice
  (%make-choice ways deadline late)
  %choice?
  (ways %choice-ways %choice-ways!)
  (deadline %choice-deadline %choice-deadline!)
  (late %choice-late %choice-late!))

(define (%collect! choice event result)
  (case (%event-kind event)
    ((get put)
     (%choice-ways! choice
                    (cons (vector (%event-kind event) (%event-of event)
                                  (%event-with event) result)
                          (%choice-ways choice))))
    ((timeout)
     (%end-at! choice (%deadline (%event-of event))
               (lambda () (result 'timeout))))
    ((always)
     (%end-at! choice 0 (lambda () (result (%event-of event)))))
    ((choose)
     (for-each (lambda (event) (%collect! choice event result))
               (%event-of event)))
    ((wrap)
     (let ((procedure (%event-with event)))
       (%collect! choice (%event-of event)
                  (lambda (value) (result (procedure value))))))
    (else
     (let ((event ((%event-of event))))
       (%require-event event 'sync)
       (%collect! choice event result)))))

(define (%end-at! choice deadline late)
  (let ((first (%choice-deadline choice)))
    (if (and deadline (or (not first) (< deadline first)))
        (begin
          (%choice-deadline! choice deadline)
          (%choice-late! choice late)))))

;; How many choices this process has made: where the next one begins.
(define %choices-made 0)

;;> (sync event): waits until the event happens, and returns its value. Raises
;;> type, unsendable, error if a choice has channels of several nodes,
;;> node-down if the node of its channels is lost, and as recv does.
;;> Example: (eval '(sync (timeout-event 0)) (environment '(scheme base) '(mound channel))) => timeout
(define (sync event)
  (%require-event event 'sync)
  (let ((choice (%make-choice '() #f #f)))
    (%collect! choice event (lambda (value) value))
    (let ((ways (reverse (%choice-ways choice))))
      (if (null? ways)
          (%wait-until choice)
          (%choose choice ways)))))

(define (%wait-until choice)
  (let ((nothing (%primitive %make-tag)))
    (let loop ((message (%first-message (%choice-deadline choice))))
      (cond ((%timed-out? message)
             (%mailbox-rewind!)
             ((%choice-late choice)))
            ((%exit-notice? message) (%raise-exit message))
            (else (loop (%next-message (%choice-deadline choice))))))))

(define (%choose choice ways)
  (let ((keeper (%channel-keeper-of (vector-ref (car ways) 1))))
    (for-each
     (lambda (way)
       (if (not (eq? (%channel-keeper-of (vector-ref way 1)) keeper))
           (%error-of-kind 'error 'sync
                           "the channels of a choice are of several nodes:"
                           (vector-ref (car ways) 1) (vector-ref way 1))))
     ways)
    (set! %choices-made (if (>= %choices-made 1000000) 0 (+ %choices-made 1)))
    (let ((found (%communicate keeper
                               (cons 'choose
                                     (cons (modulo %choices-made (length ways))
                                           (map %way-request ways)))
                               (map (lambda (way)
                                      (%channel-id (vector-ref way 1)))
                                    ways)
                               (%choice-deadline choice)
                               (lambda () #f))))
      (if found
          ((vector-ref (list-ref ways (car found)) 3) (cadr found))
          ((%choice-late choice))))))

(define (%way-request way)
  (let ((id (%channel-id (vector-ref way 1))))
    (if (eq? (vector-ref way 0) 'get)
        (list 'get id)
        (list 'put id (vector-ref way 2)))))
