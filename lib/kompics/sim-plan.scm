;;; Scenarios. A plan is a procedure: it gets the moment when it begins and a
;;; number for its source, and gives a list of (time . command), and the moment
;;; when it ends. So all of a scenario is known before it runs, as a list that
;;; can be shortened.

;;; Commands are lists.

;;> (start-node name definition argument ...): starts a node with a component of
;;> that definition as its root, again if it was killed. Raises type.
;;> Example: (eval '(begin (define-component (Idle)) (car (start-node 'a Idle))) (environment '(scheme base) '(kompics) '(kompics sim))) => start
(define (start-node name definition . arguments)
  (%require-definition definition 'start-node)
  (list 'start name definition arguments))

;;> (kill-node name): all of the node is gone at once.
;;> Example: (eval '(kill-node 'a) (environment '(scheme base) '(kompics sim))) => (kill a)
(define (kill-node name) (list 'kill name))

;;> (tell-node name event): the event comes to the loopback port of the root
;;> component of the node. Raises type.
;;> Example: (eval '(begin (define-event (Go)) (cadr (tell-node 'a (Go)))) (environment '(scheme base) '(kompics) '(kompics sim))) => a
(define (tell-node name event)
  (if (not (event? event)) (%type-error 'tell-node "an event" event))
  (list 'tell name event))

;;> (change-network change ...): from now on the network is so. Changes are
;;> (latency distribution), (loss probability), (duplicates probability), (order
;;> fifo) or (order any), (partition (name ...) ...), and (heal). At first,
;;> messages take from 1 to 10 milliseconds, in order for each pair of nodes,
;;> and none is lost. Raises type.
;;> Example: (eval '(change-network '(loss 1/10) '(partition (a b) (c))) (environment '(scheme base) '(kompics sim))) => (network (loss 1/10) (partition (a b) (c)))
(define (change-network . changes)
  (for-each
   (lambda (change)
     (if (not (and (pair? change)
                   (memq (car change)
                         '(latency loss duplicates order partition heal))))
         (%type-error 'change-network
                      "latency, loss, duplicates, order, partition or heal"
                      change)))
   changes)
  (cons 'network changes))

;;> (end-simulation): the run ends here.
;;> Example: (eval '(end-simulation) (environment '(scheme base) '(kompics sim))) => (end)
(define (end-simulation) '(end))

;;; Plans

(define (%plan? object) (procedure? object))

(define (%require-plan object who)
  (if (not (%plan? object)) (%type-error who "a plan" object)))

;; Calls the plan; `receive` gets its commands and its end.
(define (%expand plan begin seed receive)
  (call-with-values (lambda () (plan begin seed)) receive))

;;> (at seconds command ...): a plan that does so after so many seconds. Raises
;;> type.
;;> Example: (eval '(procedure? (at 5 (kill-node 'a))) (environment '(scheme base) '(kompics sim))) => #t
(define (at seconds . commands)
  (if (not (real? seconds)) (%type-error 'at "a number of seconds" seconds))
  (lambda (begin seed)
    (values (map (lambda (command) (cons (+ begin seconds) command)) commands)
            (+ begin seconds))))

;;> (raise-operations count operation distribution ...): for `arrival`: so many
;;> commands, each what the operation makes of a number of each distribution.
;;> Raises type.
;;> Example: (eval '(procedure? (raise-operations 2 kill-node (int-seq 1))) (environment '(scheme base) '(kompics sim))) => #f
(define (raise-operations count operation . distributions)
  (if (not (and (exact-integer? count) (>= count 0)))
      (%type-error 'raise-operations "a number of commands" count))
  (%require-procedure operation 'raise-operations)
  (%make-raised count operation distributions))

(define-record-type <raised>
  (%make-raised count operation distributions)
  %raised?
  (count %raised-count)
  (operation %raised-operation)
  (distributions %raised-distributions))

;;> (arrival distribution raised ...): a plan with the commands of all of them,
;;> mixed, with times between them that are drawn. Raises type.
;;> Example: (eval '(procedure? (arrival (constant 1) (raise-operations 2 kill-node (int-seq 1)))) (environment '(scheme base) '(kompics sim))) => #t
(define (arrival distribution . raised)
  (for-each (lambda (raised)
              (if (not (%raised? raised))
                  (%type-error 'arrival "what raise-operations makes" raised)))
            raised)
  (lambda (begin seed)
    (let ((source (%source seed (list 'arrival begin))))
      (let loop ((left (map (lambda (raised) (cons raised 0)) raised))
                 (time begin)
                 (index 0)
                 (commands '()))
        (let ((left (let keep ((rest left))
                      (cond ((null? rest) '())
                            ((< (cdar rest) (%raised-count (caar rest)))
                             (cons (car rest) (keep (cdr rest))))
                            (else (keep (cdr rest)))))))
          (if (null? left)
              (values (reverse commands) time)
              (let* ((chosen (list-ref left (%below! source (length left))))
                     (raised (car chosen))
                     (time (+ time (%drawn distribution source index)))
                     (command
                      (apply (%raised-operation raised)
                             (map (lambda (distribution)
                                    (%drawn distribution source (cdr chosen)))
                                  (%raised-distributions raised)))))
                (loop (map (lambda (each)
                             (if (eq? each chosen)
                                 (cons raised (+ 1 (cdr each)))
                                 each))
                           left)
                      time (+ index 1)
                      (cons (cons time command) commands)))))))))

;;> (and-then plan seconds next): the next begins so many seconds after the end
;;> of the plan. Raises type.
;;> Example: (eval '(procedure? (and-then (at 0) 5 (at 0))) (environment '(scheme base) '(kompics sim))) => #t
(define (and-then plan seconds next)
  (%require-plan plan 'and-then)
  (%require-plan next 'and-then)
  (lambda (begin seed)
    (%expand plan begin seed
             (lambda (first end)
               (%expand next (+ end seconds) (+ seed 1)
                        (lambda (second end)
                          (values (append first second) end)))))))

;;> (after-start plan seconds next): the next begins so many seconds after the
;;> plan begins. Raises type.
;;> Example: (eval '(procedure? (after-start (at 0) 5 (at 0))) (environment '(scheme base) '(kompics sim))) => #t
(define (after-start plan seconds next)
  (%require-plan plan 'after-start)
  (%require-plan next 'after-start)
  (lambda (begin seed)
    (%expand plan begin seed
             (lambda (first end)
               (%expand next (+ begin seconds) (+ seed 1)
                        (lambda (second later)
                          (values (append first second) (max end later))))))))

;;> (in-parallel plan ...): all of them begin at the same time. Raises type.
;;> Example: (eval '(procedure? (in-parallel (at 0) (at 1))) (environment '(scheme base) '(kompics sim))) => #t
(define (in-parallel . plans)
  (for-each (lambda (plan) (%require-plan plan 'in-parallel)) plans)
  (lambda (begin seed)
    (let loop ((rest plans) (seed seed) (commands '()) (end begin))
      (if (null? rest)
          (values commands end)
          (%expand (car rest) begin seed
                   (lambda (more later)
                     (loop (cdr rest) (+ seed 1) (append commands more)
                           (max end later))))))))

;;> (kept plan): the same plan, of which `find-failure` takes nothing away: what
;;> the algorithm relies on. Raises type.
;;> Example: (eval '(procedure? (kept (at 1 (change-network '(heal))))) (environment '(scheme base) '(kompics sim))) => #t
(define (kept plan)
  (%require-plan plan 'kept)
  (lambda (begin seed)
    (%expand plan begin seed
             (lambda (commands end)
               (values (map (lambda (command)
                              (cons (car command)
                                    (cons 'kept (cdr command))))
                            commands)
                       end)))))

;;> (terminate-after seconds plan): the simulation ends so many seconds after
;;> the plan. Raises type.
;;> Example: (eval '(procedure? (terminate-after 5 (at 0))) (environment '(scheme base) '(kompics sim))) => #t
(define (terminate-after seconds plan)
  (%require-plan plan 'terminate-after)
  (and-then plan seconds (kept (at 0 (end-simulation)))))

;; The commands of the plan in the order of time.
(define (%commands plan seed)
  (%expand plan 0 (* 1000 seed)
           (lambda (commands end)
             (let loop ((rest commands) (number 0) (heap #f))
               (if (pair? rest)
                   (loop (cdr rest) (+ number 1)
                         (%heap-add heap (caar rest) number (car rest)))
                   (let out ((heap heap))
                     (if heap
                         (cons (%heap-value heap) (out (%heap-rest heap)))
                         '())))))))
