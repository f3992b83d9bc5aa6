;;; Running a scenario.

;; What came of a run. history: lists (time node object ...); trace: lists (time
;; kind ...); faults: lists (time node fault); all in the order of time.
(define-record-type <outcome>
  (%make-outcome seed commands history trace faults time steps)
  outcome?
  (seed outcome-seed)
  (commands %outcome-commands)
  (history outcome-history)
  (trace outcome-trace)
  (faults outcome-faults)
  (time outcome-time)
  (steps outcome-steps))

;;> (make-outcome trace history): an outcome of something else than
;;> `run-scenario`, for checks and diagrams. Both are lists as outcome-trace and
;;> outcome-history have them, in the order of time. Raises type.
;;> Example: (eval '(outcome-history (make-outcome '((1 start a)) '((2 a call 1 (get x))))) (environment '(scheme base) '(kompics sim))) => ((2 a call 1 (get x)))
(define (make-outcome trace history)
  (if (not (and (list? trace) (list? history)))
      (%type-error 'make-outcome "lists" (list trace history)))
  (let ((last (lambda (entries)
                (if (pair? entries)
                    (car (list-ref entries (- (length entries) 1)))
                    0))))
    (%make-outcome #f '() history trace '() (max (last trace) (last history))
                   0)))

;;> (outcome? object): whether it is what `run-scenario` returns.
;;> Example: (eval '(outcome? (run-scenario (at 5) 1)) (environment '(scheme base) '(kompics sim))) => #t

;;> (outcome-seed outcome): the seed of the run; #f of make-outcome. Raises
;;> type.
;;> Example: (eval '(outcome-seed (run-scenario (at 5) 1)) (environment '(scheme base) '(kompics sim))) => 1

;;> (outcome-history outcome): what components observed (see observe!): a list
;;> of lists (time node object ...), in the order of time. Raises type.
;;> Example: (eval '(begin (define-component (A) (upon (control Start) (observe! 'started))) (outcome-history (run-scenario (at 5 (start-node 'a A)) 1))) (environment '(scheme base) '(kompics) '(kompics lifecycle) '(kompics sim))) => ((5 a started))

;;> (outcome-trace outcome): what happened: a list of lists (time kind object
;;> ...), kinds sent, came, lost, start, kill, network, fault. Raises type.
;;> Example: (eval '(begin (define-component (A)) (outcome-trace (run-scenario (at 5 (start-node 'a A)) 1))) (environment '(scheme base) '(kompics) '(kompics sim))) => ((5 start a))

;;> (outcome-faults outcome): faults of root components: lists (time node
;;> fault). Raises type.
;;> Example: (eval '(outcome-faults (run-scenario (at 5) 1)) (environment '(scheme base) '(kompics sim))) => ()

;;> (outcome-time outcome): when the run ended, by its clock. Raises type.
;;> Example: (eval '(outcome-time (run-scenario (at 5 (kill-node 'a)) 1)) (environment '(scheme base) '(kompics sim))) => 5

;;> (outcome-steps outcome): how many messages were handled. Raises type.
;;> Example: (eval '(outcome-steps (run-scenario (at 5) 1)) (environment '(scheme base) '(kompics sim))) => 0

;; Where a run stops that would go on: by its clock, and messages.
(define %horizon 3600)
(define %steps-max 10000000)

;;> (run-scenario plan seed [horizon]): runs the plan, and returns the outcome.
;;> A run ends when nothing is due, at the end of the plan if that has one, or
;;> after so many seconds of its clock (3600). The same plan and seed give the
;;> same outcome. Raises type.
;;> Example: (eval '(begin (define-component (A) (upon (control Start) (observe! 'hi))) (length (outcome-history (run-scenario (in-parallel (at 1 (start-node 'a A)) (at 2 (start-node 'b A))) 7)))) (environment '(scheme base) '(kompics) '(kompics lifecycle) '(kompics sim))) => 2
(define (run-scenario plan seed . horizon)
  (%require-plan plan 'run-scenario)
  (if (not (exact-integer? seed))
      (%type-error 'run-scenario "an integer as a seed" seed))
  (let ((end (if (pair? horizon) (car horizon) %horizon)))
    (%in-own-process
     (lambda () (%run-commands (%commands plan seed) seed end)))))

;; The world is that of one process, whose mailbox is empty.
(define (%in-own-process thunk)
  (let* ((me (self))
         (tag (make-tag))
         (pid (spawn (lambda () (! me (list tag (%traced-outcome thunk))))
                     name: 'simulation))
         (watch (monitor pid)))
    (outbound-link pid)
    (recv
      ((,tag ('returned value))
       (demonitor watch)
       value)
      ((,tag ('raised object . traces))
       (demonitor watch)
       (%note-origin object traces)
       (raise object))
      (('down ,watch _ reason object)
       (raise (if (eq? reason 'failure) object reason))))))

(define (%run-commands commands seed horizon)
  (set! %world (%new-world seed))
  (%simulation!
   (%make-simulation %post-here! %create-here
                     (lambda () (%world-now %world)) %after-here! %core-here
                     %random-here %attach-here! %transmit-here!
                     %observe-here!))
  (for-each (lambda (command)
              (%at! (car command) (lambda () (%perform! (cdr command)))))
            commands)
  (%handling %core-now
             (lambda ()
               (%core! #f)
               (%run-until horizon)))
  (%simulation! #f)
  (%make-outcome seed commands (reverse (%history %world))
                 (reverse (%trace %world)) (reverse (%faults %world))
                 (%world-now %world) (%steps %world)))

;; Goes on until nothing is due any more before that time.
(define (%run-until horizon)
  (if (and (not (%ended? %world)) (< (%steps %world) %steps-max))
      (if (> (%ready-count %world) 0)
          (begin
            (%run-one!)
            (%run-until horizon))
          (let ((due (%due %world)))
            (if (and due (<= (%heap-time due) horizon))
                (begin
                  (%due! %world (%heap-rest due))
                  (%world-now! %world (%heap-time due))
                  ((%heap-value due))
                  (%run-until horizon)))))))

;; Takes one message to one of the cores that have some.
(define (%run-one!)
  (let* ((count (%ready-count %world))
         (ready (%ready-seats %world))
         (index (if (= count 1) 0 (%below! (%order-source %world) count)))
         (seat (vector-ref ready index)))
    (if (null? (%inbox seat))
        (begin
          (%inbox! seat (reverse (%newest seat)))
          (%newest! seat '())))
    (let ((message (car (%inbox seat))) (core (%seat-core seat)))
      (%inbox! seat (cdr (%inbox seat)))
      (if (and (null? (%inbox seat)) (null? (%newest seat)))
          (begin
            (%seat-ready! seat #f)
            (%ready-count! %world (- count 1))
            (vector-set! ready index (vector-ref ready (- count 1)))
            (vector-set! ready (- count 1) #f)))
      (%steps! %world (+ 1 (%steps %world)))
      ;; Its node may have been killed, or its parent has destroyed it.
      (if (and (eq? seat (%seat-of (%core-address core)))
               (not (eq? (%state core) 'destroyed)))
          (begin
            (%current-node! %world (%seat-node seat))
            (%core! core)
            (%step core message)
            (%core! #f)
            (if (eq? (%state core) 'destroyed)
                (%seat! (%core-address core) #f)))))))

(define (%perform! command)
  (case (car command)
    ((start) (apply %start-here! (cdr command)))
    ((kill) (%kill-here! (cadr command)))
    ((network) (%change-network! (cdr command)))
    ((tell)
     (let ((number (hash-table-ref/default (%nodes %world) (cadr command) #f)))
       (if number
           (%post-here! number
                        (%event-message 0 (caddr command) number 0)))))
    ((end) (%ended! %world #t))
    ((kept) (%perform! (cdr command)))
    (else (%type-error 'run-scenario "a command" command))))

(define (%start-here! name definition arguments)
  (if (not (hash-table-contains? (%nodes %world) name))
      (begin
        (%current-node! %world name)
        (%note! 'start name)
        (with-exception-catcher
         (lambda (raised) (%note-fault! name raised))
         (lambda ()
           (let ((root (%create-here definition arguments (cons 'root name)
                                     '())))
             (hash-table-set! (%nodes %world) name (%component-address root))
             (%post-here! (%component-address root) '(command start))))))))

(define (%kill-here! name)
  (if (hash-table-contains? (%nodes %world) name)
      (begin
        (%note! 'kill name)
        (hash-table-delete! (%nodes %world) name)
        (let loop ((number 0))
          (if (< number (vector-length (%seats %world)))
              (let ((seat (%seat-of number)))
                (if (and seat (equal? name (%seat-node seat)))
                    (%seat! number #f))
                (loop (+ number 1))))))))

;;> (simulation-result outcome key): the values that were observed with the key:
;;> a list of lists, the objects after the key, in the order of time. Raises
;;> type.
;;> Example: (eval '(begin (define-component (A) (upon (control Start) (observe! 'size 5))) (simulation-result (run-scenario (at 1 (start-node 'a A)) 7) 'size)) (environment '(scheme base) '(kompics) '(kompics lifecycle) '(kompics sim))) => ((5))
(define (simulation-result outcome key)
  (if (not (outcome? outcome))
      (%type-error 'simulation-result "an outcome" outcome))
  (let loop ((rest (outcome-history outcome)))
    (cond ((null? rest) '())
          ((and (pair? (cddar rest)) (equal? (list-ref (car rest) 2) key))
           (cons (list-tail (car rest) 3) (loop (cdr rest))))
          (else (loop (cdr rest))))))
