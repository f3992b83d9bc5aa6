;;; A tester is a component that has the other side of each port of the
;;; component under test. It goes through a script of steps, lists:
;;;
;;;   (send type event)          (expect type test text)
;;;   (either script ...)        (unordered step ...)
;;;   (repeat n script)          (fault test)
;;;   (rule what type test)      (timeout seconds)
;;;   (inspect test)
;;;   (answer type test text type)
;;;   (reply type thunk)         what an `answer` leaves to be done
;;;
;;; While alternatives are open, there are several scripts that may go on; an
;;; event goes through all of them, and those stay that it fits.

;; A procedure of an event: the value if it fits, and #f if not.
(define-syntax %test-of
  (syntax-rules ()
    ((%test-of pattern) (%test-of pattern #t))
    ((%test-of (event pattern ...) value)
     (let ((key (car (%event-type-keys (%type-of event 'expect)))))
       (lambda (given)
         (if (memv key (%keys-of-kind (%event-kind given)))
             (%match-clauses (%event-fields given) #t #f
                             ((pattern ... . _) value))
             #f))))))

;;> (expect type (event pattern ...)): a step: the next event that comes out of
;;> the port of that type is of that kind, and its fields fit the patterns.
;;> Example: (eval '(begin (define-event (Ack n)) (define-port-type Flow (indication Ack)) (car (expect Flow (Ack 5)))) (environment '(scheme base) '(kompics) '(kompics test))) => expect
(define-syntax expect
  (syntax-rules ()
    ((expect type (event . patterns))
     (list 'expect (%checked-type type 'expect) (%test-of (event . patterns))
           '(event . patterns)))))

;;> (expect-trigger type (event pattern ...) reply [-> other]): a step: as
;;> expect, and the component is answered: the event `reply`, an expression with
;;> the variables of the patterns, goes to it through its port of that type, or
;;> of the type `other`.
;;> Example: (eval '(begin (define-component (Waits) (requires (timer Timer)) (upon (control Start) (trigger (timer ScheduleTimeout 5 'a))) (upon (timer Timeout 'a) (trigger (timer CancelTimeout 'b)))) (test-component (Waits) (expect-trigger Timer (ScheduleTimeout _ id) (Timeout id)) (expect Timer (CancelTimeout 'b)))) (environment '(scheme base) '(kompics) '(kompics lifecycle) '(kompics timer) '(kompics test))) => #t
(define-syntax expect-trigger
  (syntax-rules (->)
    ((expect-trigger type pattern reply)
     (expect-trigger type pattern reply -> type))
    ((expect-trigger type pattern reply -> other)
     (list 'answer (%checked-type type 'expect-trigger)
           (%test-of pattern (lambda () reply)) 'pattern
           (%checked-type other 'expect-trigger)))))

;;> (allow type (event pattern ...)): a step: from here on, such events may come
;;> in between.
;;> Example: (eval '(begin (define-event (Ack n)) (define-port-type Flow (indication Ack)) (cadr (allow Flow (Ack 5)))) (environment '(scheme base) '(kompics) '(kompics test))) => allow
(define-syntax allow
  (syntax-rules ()
    ((allow type (event . patterns))
     (list 'rule 'allow (%checked-type type 'allow)
           (%test-of (event . patterns))))))

;;> (disallow type (event pattern ...)): a step: from here on, such events must
;;> not come, whatever else is said of them.
;;> Example: (eval '(begin (define-event (Ack n)) (define-port-type Flow (indication Ack)) (cadr (disallow Flow (Ack 5)))) (environment '(scheme base) '(kompics) '(kompics test))) => disallow
(define-syntax disallow
  (syntax-rules ()
    ((disallow type (event . patterns))
     (list 'rule 'disallow (%checked-type type 'disallow)
           (%test-of (event . patterns))))))

;;> (drop type (event pattern ...)): a step: from here on, such events are not
;;> looked at.
;;> Example: (eval '(begin (define-event (Ack n)) (define-port-type Flow (indication Ack)) (cadr (drop Flow (Ack 5)))) (environment '(scheme base) '(kompics) '(kompics test))) => drop
(define-syntax drop
  (syntax-rules ()
    ((drop type (event . patterns))
     (list 'rule 'drop (%checked-type type 'drop)
           (%test-of (event . patterns))))))

(define (%checked-type type who)
  (%require-port-type type who)
  type)

;;> (send type event): a step: the event goes to the component through its port
;;> of that type. Raises type.
;;> Example: (eval '(begin (define-event (Msg n)) (define-port-type Flow (request Msg)) (car (send Flow (Msg 5)))) (environment '(scheme base) '(kompics) '(kompics test))) => send
(define (send type event)
  (%require-port-type type 'send)
  (if (not (event? event)) (%type-error 'send "an event" event))
  (list 'send type event))

(define (%require-steps steps who)
  (for-each (lambda (step)
              (if (not (and (pair? step)
                            (memq (car step)
                                  '(send expect answer either unordered repeat
                                    fault rule timeout inspect))))
                  (%type-error who "a step of a test" step)))
            steps))

;;> (unordered step ...): a step: what they expect comes in any order. Raises
;;> type.
;;> Example: (eval '(unordered) (environment '(scheme base) '(kompics test))) => (unordered)
(define (unordered . steps)
  (%require-steps steps 'unordered)
  (cons 'unordered steps))

;;> (either steps ...): a step: one of the lists of steps. Raises type.
;;> Example: (eval '(either '() '()) (environment '(scheme base) '(kompics test))) => (either () ())
(define (either . scripts)
  (for-each (lambda (steps)
              (if (not (list? steps))
                  (%type-error 'either "a list of steps" steps))
              (%require-steps steps 'either))
            scripts)
  (cons 'either scripts))

;;> (repeat count step ...): a step: the steps so many times. Raises type.
;;> Example: (eval '(repeat 2) (environment '(scheme base) '(kompics test))) => (repeat 2 ())
(define (repeat count . steps)
  (if (not (and (exact-integer? count) (>= count 0)))
      (%type-error 'repeat "a number of times" count))
  (%require-steps steps 'repeat)
  (list 'repeat count steps))

;;> (expect-fault test): a step: a handler of the component raises what passes
;;> the test. The component goes on then. Raises type.
;;> Example: (eval '(car (expect-fault string?)) (environment '(scheme base) '(kompics test))) => fault
(define (expect-fault test)
  (%require-callback test 1 'expect-fault)
  (list 'fault test))

;;> (inspect test): a step: when the component has handled what it was sent,
;;> the procedure is called with it, and returns a true object if all is well.
;;> It may ask for component-state and component-status. Not in either and
;;> unordered. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (test-component (Idle) (inspect (lambda (c) (eq? (component-state c) 'active))))) (environment '(scheme base) '(kompics) '(kompics test))) => #t
(define (inspect test)
  (%require-callback test 1 'inspect)
  (list 'inspect test))

;;> (with-test-timeout seconds): a step: from here on, what is expected has to
;;> come within so many seconds (5 at first), by the clock of the simulation.
;;> Raises type.
;;> Example: (eval '(with-test-timeout 9) (environment '(scheme base) '(kompics test))) => (timeout 9)
(define (with-test-timeout seconds)
  (if (not (real? seconds))
      (%type-error 'with-test-timeout "a number of seconds" seconds))
  (list 'timeout seconds))

;;> (test-component (definition argument ...) step ...): makes the component,
;;> starts it, and goes through the steps; #t. Raises kompics, with what was
;;> expected and what came, if it does not behave so.
;;> Example: (eval '(begin (define-event (Msg n)) (define-event (Ack n)) (define-port-type Flow (request Msg) (indication Ack)) (define-component (Acks) (provides (flow Flow)) (upon (flow Msg n) (trigger (flow Ack n)))) (test-component (Acks) (send Flow (Msg 5)) (expect Flow (Ack 5)))) (environment '(scheme base) '(kompics) '(kompics test))) => #t
(define-syntax test-component
  (syntax-rules ()
    ((test-component (definition argument ...) step ...)
     (%test definition (list argument ...) (list step ...)))))

;;> (check (definition argument ...) step ...): the same, but what is wrong is
;;> returned and not raised: #t, or a list of what was expected and what came,
;;> or of `fault` and what a handler raised. For a test of many cases. Raises
;;> type.
;;> Example: (eval '(begin (define-event (Msg n)) (define-event (Ack n)) (define-port-type Flow (request Msg) (indication Ack)) (define-component (Acks) (provides (flow Flow)) (upon (flow Msg n) (trigger (flow Ack n)))) (car (check (Acks) (send Flow (Msg 5)) (expect Flow (Ack 6))))) (environment '(scheme base) '(kompics) '(kompics test))) => "another event came than was expected:"
(define-syntax check
  (syntax-rules ()
    ((check (definition argument ...) step ...)
     (let ((found (%outcome-of-test 'check definition (list argument ...)
                                    (list step ...))))
       (if (and (pair? found) (eq? (car found) 'fault))
           (list 'fault (cdr found))
           found)))))

(define (%test definition arguments steps)
  (let ((found (%outcome-of-test 'test-component definition arguments steps)))
    (cond ((eq? found #t) #t)
          ((eq? (car found) 'fault) (raise (cdr found)))
          (else (apply %error-of-kind 'kompics 'test-component found)))))

;; #t, what is wrong, or a pair of `fault` and what was raised.
(define (%outcome-of-test who definition arguments steps)
  (%require-definition definition who)
  (%require-steps steps who)
  (let* ((outcome
          (run-scenario (at 0 (start-node 'test %Tester definition arguments
                                          steps))
                        1))
         (results (simulation-result outcome 'test)))
    (cond ((pair? (outcome-faults outcome))
           (let ((fault (caddr (car (outcome-faults outcome)))))
             (cons 'fault (if (fault? fault) (fault-cause fault) fault))))
          ((and (pair? results) (eq? (caar results) 'passed)) #t)
          (else (car results)))))

;; The port types that steps name.
(define (%types-of steps)
  (define (add types more)
    (cond ((null? more) types)
          ((let known ((rest types))
             (and (pair? rest)
                  (or (eq? (port-type-name (car rest))
                           (port-type-name (car more)))
                      (known (cdr rest)))))
           (add types (cdr more)))
          (else (add (cons (car more) types) (cdr more)))))
  (let loop ((rest steps) (types '()))
    (if (null? rest)
        types
        (loop (cdr rest)
              (add types
                   (match (car rest)
                     (('send type _) (list type))
                     (('expect type _ _) (list type))
                     (('answer type _ _ other) (list type other))
                     (('rule _ type _) (list type))
                     (('either . scripts)
                      (let all ((scripts scripts))
                        (if (null? scripts)
                            '()
                            (append (%types-of (car scripts))
                                    (all (cdr scripts))))))
                     (('unordered . steps) (%types-of steps))
                     (('repeat _ steps) (%types-of steps))
                     (_ '())))))))

;; The scripts that go on after the script when the event comes, or a fault.
(define (%after script type event)
  (define (each test objects)
    (if (null? objects)
        '()
        (append (test (car objects)) (each test (cdr objects)))))
  ;; What the test makes of the event, if that comes out of a port of the type.
  (define (passes wanted test)
    (and type
         (eq? (port-type-name wanted) (port-type-name type))
         (test event)))
  (if (null? script)
      '()
      (let ((rest (cdr script)))
        (match (car script)
          (('expect wanted test _) (if (passes wanted test) (list rest) '()))
          (('answer wanted test _ other)
           (let ((reply (passes wanted test)))
             (if reply (list (cons (list 'reply other reply) rest)) '())))
          (('fault test) (if (and (not type) (test event)) (list rest) '()))
          (('either . scripts)
           (each (lambda (steps) (%after (append steps rest) type event))
                 scripts))
          (('repeat count steps)
           (if (= count 0)
               (%after rest type event)
               (%after (append steps
                               (cons (list 'repeat (- count 1) steps) rest))
                       type event)))
          (('unordered . steps)
           (if (null? steps)
               (%after rest type event)
               (each (lambda (step)
                       (map (lambda (after)
                              (append after
                                      (cons (cons 'unordered
                                                  (%except step steps))
                                            rest)))
                            (%after (list step) type event)))
                     steps)))
          (_ '())))))

(define (%except step steps)
  (if (eq? (car steps) step)
      (cdr steps)
      (cons (car steps) (%except step (cdr steps)))))

;; Whether the script may end here.
(define (%done? script)
  (or (null? script)
      (match (car script)
        (('unordered) (%done? (cdr script)))
        (('repeat 0 _) (%done? (cdr script)))
        (('repeat _ ()) (%done? (cdr script)))
        (('either . scripts)
         (let loop ((scripts scripts))
           (and (pair? scripts)
                (or (%done? (append (car scripts) (cdr script)))
                    (loop (cdr scripts))))))
        (_ #f))))

(define (%shown-step step)
  (match step
    (('expect type _ text) (list text 'at (port-type-name type)))
    (('answer type _ text _) (list text 'at (port-type-name type)))
    (('either . scripts) (list 'either (map (lambda (s) (map %shown-step s))
                                            scripts)))
    (('unordered . steps) (cons 'unordered (map %shown-step steps)))
    (('repeat n steps) (list 'repeat n (map %shown-step steps)))
    (('fault _) 'a-fault)
    (_ (car step))))

(define-component (%Tester definition arguments steps)
  (state (scripts (list steps)) (rules '()) (seconds 5) (timer #f) (over #f))
  (define types (%types-of steps))
  (define tested (apply create definition arguments))
  ;; The other side of each port: lists (name . port).
  (define ports
    (let loop ((rest types))
      (if (null? rest)
          '()
          (let* ((type (car rest))
                 (provided? (%provides? tested type))
                 (port (%declare-port type (not provided?) 'test-component)))
            (if provided?
                (connect type tested -> port)
                (connect type port -> tested))
            (%subscribe-all! port (lambda (event) (came! type event)))
            (cons (cons (port-type-name type) port) (loop (cdr rest)))))))
  (define (finish! . what)
    (if (not over)
        (begin
          (:= over #t)
          (apply observe! 'test what)
          (if timer (%cancel! timer)))))
  (define (expected) (map (lambda (s) (map %shown-step s)) scripts))
  (define (send! type event)
    (trigger event -> (cdr (assq (port-type-name type) ports))))
  ;; Does what stands before the next event, if it is clear which script goes
  ;; on.
  (define (go-on!)
    (if (and (pair? scripts) (null? (cdr scripts)) (pair? (car scripts)))
        (let* ((script (car scripts)) (rest (cdr script)))
          (match (car script)
            (('send type event)
             (send! type event)
             (next! rest))
            (('unordered) (next! rest))
            (('reply type make)
             (send! type (make))
             (next! rest))
            (('rule what type test)
             (:= rules (cons (list what type test) rules))
             (next! rest))
            (('timeout new)
             (:= seconds new)
             (next! rest))
            (('inspect test)
             (%after! 0
                      (lambda ()
                        (cond ((not (eq? script (car scripts))) #f)
                              ((test tested) (next! rest))
                              (else
                               (finish! "the component is not as it should be:"
                                        (component-status tested)))))))
            (('repeat n steps)
             (if (= n 0)
                 (next! rest)
                 (if (and (pair? steps)
                          (memq (caar steps) '(send rule inspect)))
                     (next! (append steps
                                    (cons (list 'repeat (- n 1) steps)
                                          rest))))))
            (_ #f)))))
  (define (next! script)
    (:= scripts (list script))
    (go-on!))
  (define (wait!)
    (if timer (%cancel! timer))
    (:= timer
        (if over
            #f
            (%after! seconds
                     (lambda ()
                       (if (ended?)
                           (finish! 'passed)
                           (finish! "nothing more came; expected:"
                                    (expected))))))))
  (define (ended?)
    (let loop ((rest scripts))
      (and (pair? rest) (or (%done? (car rest)) (loop (cdr rest))))))
  (define (rule-for type event)
    (let loop ((rest rules))
      (cond ((null? rest) #f)
            ((and (eq? (port-type-name (list-ref (car rest) 1))
                       (port-type-name type))
                  ((list-ref (car rest) 2) event))
             (car (car rest)))
            (else (loop (cdr rest))))))
  (define (all-after type event)
    (let loop ((rest scripts))
      (if (null? rest)
          '()
          (append (%after (car rest) type event) (loop (cdr rest))))))
  (define (came! type event)
    (if (not over)
        (let ((rule (rule-for type event)) (after (all-after type event)))
          (cond ((eq? rule 'drop) #t)
                ((eq? rule 'disallow)
                 (finish! "this event is not allowed:" (event->list event)
                          'at (port-type-name type)))
                ((pair? after)
                 (:= scripts after)
                 (go-on!)
                 (wait!))
                ((eq? rule 'allow) #t)
                (else
                 (finish! "another event came than was expected:"
                          (event->list event) 'at (port-type-name type)
                          'expected: (expected)))))))
  (upon (control Started c)
    (go-on!)
    (wait!))
  (on-fault (f)
    (let ((after (all-after #f (fault-cause f))))
      (if (pair? after)
          (begin
            (:= scripts after)
            (go-on!)
            (wait!)
            ignore)
          escalate))))

;; Whether the component provides the type; it requires it otherwise.
(define (%provides? component type)
  (let loop ((rest (%component-ports component)))
    (cond ((null? rest) #f)
          ((and (eq? (vector-ref (car rest) 3) (port-type-name type))
                (vector-ref (car rest) 1))
           #t)
          (else (loop (cdr rest))))))
