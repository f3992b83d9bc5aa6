;;; Threads. The thunk runs in a process of its own; another one, whose pid is
;;; the thread, keeps its name, what is specific to it, and its outcome.

;;> (make-thread thunk [name]): a new thread, which does not run yet. It begins
;;> with copies of what the thunk refers to, also of the values that variables
;;> have now. Raises type, arity, unsendable. SRFI 18.
;;> Example: (thread-join! (thread-start! (make-thread (lambda () (* 6 7))))) => 42
(define make-thread
  (case-lambda
    ((thunk) (make-thread thunk #f))
    ((thunk name)
     (%require-callback thunk 0 'make-thread)
     (spawn (lambda () (%keep-thread name thunk #f)) name: 'thread))))

;; The thread of this process, with the pid of the process: those that it spawns
;; begin with the same value.
(define %own #f)

;;> (current-thread): the thread of this process; processes that make-thread did
;;> not make have one, too. SRFI 18.
;;> Example: (let ((t (make-thread current-thread))) (eq? t (thread-join! (thread-start! t)))) => #t
(define (current-thread)
  (if (not (and %own (eq? (car %own) (self))))
      (let* ((me (self))
             (thread (spawn (lambda () (%keep-thread 'primordial #f me))
                            name: 'thread)))
        ;; It has seen this process alive when it answers.
        (!? thread 'kind)
        (set! %own (cons me thread))))
  (cdr %own))

;; `worker` is the process of the thunk, or #f before the start; the outcome is
;; (returned value), (raised object) or (terminated), or #f before the end.
(define (%keep-thread name thunk worker)
  (let ((keeper (self))
        (done (make-tag))
        (specific (void))
        (watch (and worker (monitor worker)))
        (outcome #f)
        (waiting (make-wait-list)))
    (define (start!)
      (set! worker
            (spawn (lambda ()
                     (set! %own (cons (self) keeper))
                     (%send-outcome keeper done (%outcome-of thunk)))
                   name: (if (symbol? name) name 'thread)))
      (set! watch (monitor worker)))
    (define (end! how)
      (if (not outcome)
          (begin
            (set! outcome how)
            (%reply-to-all waiting how))))
    (define (answer request caller)
      (match request
        ('kind (reply caller 'thread))
        ('worker (reply caller worker))
        (('specific! object)
         (set! specific object)
         (reply caller #t))
        ('start
         (let ((new? (not (or worker outcome))))
           (if new? (start!))
           (reply caller new?)))
        ('terminate
         (if worker (terminate! worker))
         (end! '(terminated))
         (reply caller #t))
        ('join
         (if outcome (reply caller outcome) (wait! waiting caller)))
        (_ (reply caller (%property request name specific)))))
    (define (other message)
      (match message
        ((,done value) (end! (list 'returned value)))
        ((,done object 'raised . traces)
         (end! (cons 'raised (cons object traces))))
        (('down ,watch _ reason _)
         ;; A process that is no thread of ours tells of its end so only.
         (end! (if (and (not thunk) (eq? reason 'normal))
                   (list 'returned (void))
                   '(terminated))))
        (_ #f)))
    (serve answer waiting other: other)))

;;> (thread? object): whether it is a thread. A process is asked, and has one
;;> second to answer. SRFI 18.
;;> Example: (map thread? (list (current-thread) 'thread)) => (#t #f)
(define (thread? object) (%is-a? object 'thread))

(define (%ask-thread thread request who)
  (%ask thread request "a thread" who))

;;> (thread-start! thread): lets it run; returns it. Raises type; error if it
;;> was started before. SRFI 18.
;;> Example: (let ((t (make-thread (lambda () 1)))) (eq? t (thread-start! t))) => #t
(define (thread-start! thread)
  (if (%ask-thread thread 'start 'thread-start!)
      thread
      (%error-of-kind 'error 'thread-start! "the thread was started before"
                      thread)))

;;> (thread-name thread): its name. Raises type. SRFI 18.
;;> Example: (thread-name (make-thread list 'worker)) => worker
(define (thread-name thread) (%ask-thread thread 'name 'thread-name))

;;> (thread-specific thread): the object that thread-specific-set! gave it.
;;> Raises type. SRFI 18.
;;> Example: (let ((t (make-thread list))) (thread-specific-set! t '(a)) (thread-specific t)) => (a)
(define (thread-specific thread)
  (%ask-thread thread 'specific 'thread-specific))

;;> (thread-specific-set! thread object): gives it the object. Raises type,
;;> unsendable. SRFI 18.
;;> Example: (begin (thread-specific-set! (current-thread) 5) (thread-specific (current-thread))) => 5
(define (thread-specific-set! thread object)
  (%ask-thread thread (list 'specific! object) 'thread-specific-set!)
  (void))

;;> (thread-yield!): lets other threads run, those that are ready before this
;;> one goes on. SRFI 18.
;;> Example: (begin (thread-yield!) 'again) => again
;; A deadline that has passed would be noticed without a pause.
(define (thread-yield!) (recv (after 1e-9 (void))))

;;> (thread-sleep! timeout): waits until the time, or so many seconds. Raises
;;> type. SRFI 18.
;;> Example: (begin (thread-sleep! 0.01) 'awake) => awake
(define (thread-sleep! timeout)
  (if (not timeout)
      (%type-error 'thread-sleep! "a number of seconds or a time" timeout))
  (%require-timeout timeout 'thread-sleep!)
  (recv (after timeout (void))))

;;> (thread-terminate! thread): ends it, wherever it is. Its mutexes are
;;> abandoned. Raises type. SRFI 18.
;;> Example: (let ((t (make-thread (lambda () (thread-sleep! 1000))))) (thread-start! t) (thread-terminate! t) (guard (e ((terminated-thread-exception? e) 'ended)) (thread-join! t))) => ended
(define (thread-terminate! thread)
  (%ask-thread thread 'terminate 'thread-terminate!)
  (void))

;;> (thread-join! thread [timeout [default]]): what its thunk returned, when
;;> that has ended. At the end of the timeout returns the default, or raises an
;;> object for which join-timeout-exception? is true; raises one for which
;;> terminated-thread-exception? is true if the thread was terminated, and one
;;> for which uncaught-exception? is true if its thunk raised something. Raises
;;> type. SRFI 18.
;;> Example: (thread-join! (thread-start! (make-thread (lambda () (thread-sleep! 1000)))) 0.01 'not-yet) => not-yet
(define thread-join!
  (case-lambda
    ((thread) (%join thread #f #f))
    ((thread timeout) (%join thread timeout #f))
    ((thread timeout default) (%join thread timeout (list default)))))

(define (%join thread timeout default)
  (let ((outcome (%ask-in-time thread 'join timeout "a thread"
                               'thread-join!)))
    (match outcome
      (('returned value) value)
      (('raised object . traces)
       (%note-origin object traces)
       (%error-of-kind 'uncaught-exception 'thread-join!
                       "the thread ended by an exception:" object))
      ('(terminated)
       (%error-of-kind 'terminated-thread-exception 'thread-join!
                       "the thread was terminated" thread))
      (_
       (if default
           (car default)
           (%error-of-kind 'join-timeout-exception 'thread-join!
                           "the thread has not ended in time" thread))))))

(define (%of-kind? object kind)
  (and (condition? object) (eq? (condition-kind object) kind)))

;;> (join-timeout-exception? object): whether thread-join! raised it at the end
;;> of its timeout. SRFI 18.
;;> Example: (guard (e (#t (join-timeout-exception? e))) (thread-join! (thread-start! (make-thread (lambda () (thread-sleep! 1000)))) 0)) => #t
(define (join-timeout-exception? object)
  (%of-kind? object 'join-timeout-exception))

;;> (terminated-thread-exception? object): whether thread-join! raised it since
;;> the thread was terminated. SRFI 18.
;;> Example: (terminated-thread-exception? 'terminated) => #f
(define (terminated-thread-exception? object)
  (%of-kind? object 'terminated-thread-exception))

;;> (uncaught-exception? object): whether thread-join! raised it since the thunk
;;> of the thread raised something. SRFI 18.
;;> Example: (guard (e (#t (uncaught-exception? e))) (thread-join! (thread-start! (make-thread (lambda () (raise 'oops)))))) => #t
(define (uncaught-exception? object)
  (%of-kind? object 'uncaught-exception))

;;> (uncaught-exception-reason object): what that was. Raises type. SRFI 18.
;;> Example: (guard (e (#t (uncaught-exception-reason e))) (thread-join! (thread-start! (make-thread (lambda () (raise 'oops)))))) => oops
(define (uncaught-exception-reason object)
  (if (uncaught-exception? object)
      (car (error-object-irritants object))
      (%type-error 'uncaught-exception-reason "an uncaught exception"
                   object)))

;;> (current-exception-handler): the handler that is called with what is raised
;;> now. SRFI 18.
;;> Example: (with-exception-handler list (lambda () ((current-exception-handler) 1))) => (1)
(define (current-exception-handler)
  (let ((handlers (%primitive vector-ref (%primitive %dynamic) 1)))
    (if (pair? handlers) (car handlers) raise)))
