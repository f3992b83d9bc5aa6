;;; A supervisor watches each child by a monitor, and is linked so that its own
;;; end reaches the child. Its state is a list of entries in the order in which
;;; the children are started; of a child that does not run, pid and watch are
;;; #f, and it may be wanted to run all the same, until its next start.
;;;
;;; It takes the messages of a generic server, and so can itself be a child:
;;; what is asked of it is a call, and `shutdown` ends it. The end of a process
;;; that is linked with it ends it too, after its children.

(define-record-type entry
  (%make-entry child pid watch wanted?)
  %entry?
  (child %entry-child)
  (pid %entry-pid)
  (watch %entry-watch)
  (wanted? %entry-wanted?))

;; restarts: the moments of those that still count, the latest first.
(define-record-type supervision
  (%make-supervision strategy intensity period restarts entries)
  %supervision?
  (strategy %strategy)
  (intensity %intensity)
  (period %period)
  (restarts %restarts)
  (entries %entries))

(define (%with-entries supervision entries)
  (%make-supervision (%strategy supervision) (%intensity supervision)
                     (%period supervision) (%restarts supervision) entries))

(define (%check-supervision strategy children options who)
  (if (not (memq strategy '(one-for-one all-for-one rest-for-one)))
      (%type-error who "one-for-one, all-for-one or rest-for-one" strategy))
  (if (not (list? children)) (%type-error who "a list of children" children))
  (let loop ((rest children) (names '()))
    (if (pair? rest)
        (begin
          (if (not (child? (car rest)))
              (%type-error who "a list of children" children))
          (if (member (%child-name (car rest)) names)
              (%error-of-kind 'error who "two children have the same name"
                              (%child-name (car rest))))
          (loop (cdr rest) (cons (%child-name (car rest)) names)))))
  (%check-options options '(name: intensity: period:) who))

;;> (supervisor:start strategy children option ...): a new supervisor, and its
;;> pid, when all children have started, in this order. If a child ends that is
;;> to run, the strategy one-for-one starts it again, all-for-one ends all
;;> children and starts them again, and rest-for-one does so with those that
;;> come after it. After more than intensity: (3) restarts within period: (5)
;;> seconds it ends all children, the last first, and fails. Options also name:.
;;> Raises type, error, what the start of a child raises.
;;> Example: (eval '(let ((s (supervisor:start 'one-for-one (list (worker-child 'echo (lambda () (recv ((from tag x) (! from (list tag x))))))))) ) (!? (supervisor:child s 'echo) 42)) (environment '(termite) '(mound supervisor))) => 42
(define (supervisor:start strategy children . options)
  (%check-supervision strategy children options 'supervisor:start)
  (%start spawn strategy children options))

;;> (supervisor:start-link strategy children option ...): the same, linked with
;;> this process in both directions.
;;> Example: (eval '(alive? (supervisor:start-link 'all-for-one '())) (environment '(termite) '(mound supervisor))) => #t
(define (supervisor:start-link strategy children . options)
  (%check-supervision strategy children options 'supervisor:start-link)
  (%start spawn-link strategy children options))

(define (%start spawn strategy children options)
  (%launch spawn
           (lambda () (%initial strategy children options))
           %supervise
           (list name: (%option 'name: options 'supervisor))))

;;> (supervisor:run strategy children option ...): makes this process such a
;;> supervisor; returns when it has been told to end. Raises as supervisor:start
;;> does.
;;> Example: (eval '(let ((s (spawn (lambda () (supervisor:run 'one-for-one '()))))) (supervisor:stop s)) (environment '(termite) '(mound supervisor))) => normal
(define (supervisor:run strategy children . options)
  (%check-supervision strategy children options 'supervisor:run)
  (%supervise (%initial strategy children options)))

(define (%initial strategy children options)
  (let loop ((rest children) (entries '()))
    (if (null? rest)
        (%make-supervision strategy
                           (%option 'intensity: options 3)
                           (%option 'period: options 5)
                           '()
                           (reverse entries))
        (let ((entry (catch (lambda (problem)
                              (%stop-entries entries)
                              (raise problem))
                       (%start-child (car rest)))))
          (loop (cdr rest) (cons entry entries))))))

(define (%supervise supervision)
  (match (catch (lambda (problem) (list 'interrupted problem)) (?))
    ((from tag ('call term))
     (where (and (pid? from) (tag? tag)))
     (%serve-call supervision from tag term))
    (('down watch _ reason object)
     (%supervise (%after-end supervision watch reason object)))
    (('stop _) (%stop-entries (reverse (%entries supervision))))
    ('shutdown (%stop-entries (reverse (%entries supervision))))
    (('interrupted problem)
     (%stop-entries (reverse (%entries supervision)))
     (raise problem))
    (_ (%supervise supervision))))

(define (%serve-call supervision from tag term)
  (let ((outcome (%outcome-of (lambda () (%answer supervision term)))))
    (match outcome
      (('returned (value changed))
       (%send-outcome from tag (list 'returned value))
       (%supervise changed))
      (_
       (%send-outcome from tag outcome)
       (%supervise supervision)))))

;; The list of the reply and the supervision after it.
(define (%answer supervision term)
  (match term
    ('children
     (list (map (lambda (entry)
                  (list (%child-name (%entry-child entry)) (%entry-pid entry)))
                (%entries supervision))
           supervision))
    (('add child)
     (if (%find (%child-name child) supervision)
         (error "the supervisor has a child of this name already:"
                (%child-name child)))
     (let ((entry (%start-child child)))
       (list (%entry-pid entry)
             (%with-entries supervision
                            (append (%entries supervision) (list entry))))))
    (('stop name)
     (let ((entry (%require name supervision)))
       (list #t (%replace entry (%stop-entry entry) supervision))))
    (('remove name)
     (let ((entry (%require name supervision)))
       (%stop-entry entry)
       (list #t (%replace entry #f supervision))))
    (('restart name)
     (let* ((entry (%require name supervision))
            (stopped (%stop-entry entry))
            (started (%start-child (%entry-child entry))))
       (list (%entry-pid started) (%replace entry started supervision))))))

(define (%find name supervision)
  (let loop ((entries (%entries supervision)))
    (cond ((null? entries) #f)
          ((equal? (%child-name (%entry-child (car entries))) name)
           (car entries))
          (else (loop (cdr entries))))))

(define (%require name supervision)
  (or (%find name supervision)
      (error "the supervisor has no child of this name:" name)))

;; The supervision with another entry, or none, in the place of one.
(define (%replace entry other supervision)
  (%with-entries
   supervision
   (let loop ((entries (%entries supervision)))
     (cond ((null? entries) '())
           ((not (eq? (car entries) entry))
            (cons (car entries) (loop (cdr entries))))
           (other (cons other (cdr entries)))
           (else (cdr entries))))))

;; Changes of a supervisor may take as long as its children need.
(define (%ask supervisor term) (server:call supervisor term #f))

;;> (supervisor:children supervisor): a list of lists (name pid) in the order in
;;> which they are started; the pid is #f if the child does not run. Raises as
;;> server:call does.
;;> Example: (eval '(supervisor:children (supervisor:start 'one-for-one '())) (environment '(scheme base) '(mound supervisor))) => ()
(define (supervisor:children supervisor) (%ask supervisor 'children))

;;> (supervisor:child supervisor name): the pid of the child, or #f. Raises as
;;> server:call does.
;;> Example: (eval '(supervisor:child (supervisor:start 'one-for-one '()) 'nobody) (environment '(scheme base) '(mound supervisor))) => #f
(define (supervisor:child supervisor name)
  (let ((found (assoc name (supervisor:children supervisor))))
    (if found (cadr found) #f)))

;;> (supervisor:add supervisor child): starts another child, the last in order,
;;> and returns its pid. A temporary child is forgotten when it ends. Raises
;;> type, error if there is one of its name, what its start raises.
;;> Example: (eval '(let ((s (supervisor:start 'one-for-one '()))) (pid? (supervisor:add s (worker-child 'late ?)))) (environment '(termite) '(mound supervisor))) => #t
(define (supervisor:add supervisor child)
  (if (not (child? child)) (%type-error 'supervisor:add "a child" child))
  (%ask supervisor (list 'add child)))

;;> (supervisor:stop-child supervisor name): ends the child, which can be
;;> started again with supervisor:restart. Raises error if there is none of this
;;> name.
;;> Example: (eval '(let ((s (supervisor:start 'one-for-one (list (worker-child 'w ?))))) (supervisor:stop-child s 'w) (supervisor:child s 'w)) (environment '(termite) '(mound supervisor))) => #f
(define (supervisor:stop-child supervisor name)
  (%ask supervisor (list 'stop name))
  (void))

;;> (supervisor:remove supervisor name): ends the child and forgets it. Raises
;;> error if there is none of this name.
;;> Example: (eval '(let ((s (supervisor:start 'one-for-one (list (worker-child 'w ?))))) (supervisor:remove s 'w) (supervisor:children s)) (environment '(termite) '(mound supervisor))) => ()
(define (supervisor:remove supervisor name)
  (%ask supervisor (list 'remove name))
  (void))

;;> (supervisor:restart supervisor name): ends the child, if it runs, and starts
;;> it again; returns its pid. That is not counted as a restart. Raises error if
;;> there is none of this name, what its start raises.
;;> Example: (eval '(let* ((s (supervisor:start 'one-for-one (list (worker-child 'w ?)))) (old (supervisor:child s 'w))) (eq? old (supervisor:restart s 'w))) (environment '(termite) '(mound supervisor))) => #f
(define (supervisor:restart supervisor name)
  (%ask supervisor (list 'restart name)))

;;> (supervisor:stop supervisor [timeout [default]]): ends the supervisor after
;;> its children, the last first, and returns the reason, as wait-for does.
;;> Example: (eval '(supervisor:stop (supervisor:start 'one-for-one '())) (environment '(scheme base) '(mound supervisor))) => normal
(define supervisor:stop
  (case-lambda
    ((supervisor) (%stop supervisor #f %raise-timeout))
    ((supervisor timeout) (%stop supervisor timeout %raise-timeout))
    ((supervisor timeout default)
     (%stop supervisor timeout (lambda () default)))))

(define (%stop supervisor timeout otherwise)
  (let* ((limit (if (real? timeout) (%limit timeout) timeout))
         (deadline (%deadline limit))
         (watch (monitor supervisor))
         (reason (and (%sent-by? deadline supervisor 'shutdown)
                      (recv (('down ,watch _ reason _) (list reason))
                            (after limit #f)))))
    (if reason
        (car reason)
        (begin
          (demonitor watch)
          (otherwise)))))
