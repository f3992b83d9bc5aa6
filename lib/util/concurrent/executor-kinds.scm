;;; The two kinds of executors. That of a thread pool has so many processes, and
;;; rejects what it has no place for; the other has a process for each future.

(define %executor-with-process
  (make-rtd '%executor-with-process '#((immutable pid)) <executor>
            'uid 'util/concurrent/executor-with-process))

(define %executor-pid (rtd-accessor %executor-with-process 'pid))

;;> (executor-state executor): running, or shutdown when it was ended. Raises
;;> type, node-down.
;;> Example: (eval '(executor-state (make-fork-join-executor)) (environment '(scheme base) '(util concurrent))) => running
(define (executor-state executor)
  (if (not (or (thread-pool-executor? executor)
               (fork-join-executor? executor)))
      (%type-error 'executor-state "an executor of this library" executor))
  (if (%ask (%executor-pid executor) '%status #f) 'running 'shutdown))

;; The answer of the process of an executor; `ended` if that has ended.
(define (%ask pid request ended)
  (guard (problem ((and (condition? problem)
                        (eq? (condition-kind problem) 'noproc))
                   ended))
    (call pid request)))

;;> &rejected-execution-error: the SRFI 35 type of what is raised when an
;;> executor rejects a future.
;;> Example: (eval '(condition-type? &rejected-execution-error) (environment '(scheme base) '(srfi 35) '(util concurrent))) => #t
(define &rejected-execution-error
  (make-condition-type '&rejected-execution-error &error '(future executor)
                       '&rejected-execution-error))

;;> (rejected-execution-error? object): whether it was raised since an executor
;;> rejected a future.
;;> Example: (eval '(let ((e (make-thread-pool-executor 1))) (shutdown-executor! e) (guard (e (#t (rejected-execution-error? e))) (executor-submit! e list))) (environment '(scheme base) '(util concurrent))) => #t
(define (rejected-execution-error? object)
  (%of-type? object &rejected-execution-error))

;;> (rejected-future condition): the future that was rejected. Raises type.
;;> Example: (eval '(let ((e (make-fork-join-executor))) (shutdown-executor! e) (guard (e (#t (future? (rejected-future e)))) (executor-submit! e list))) (environment '(scheme base) '(util concurrent))) => #t
(define (rejected-future condition)
  (%field condition &rejected-execution-error 'future 'rejected-future))

;;> (rejected-executor condition): the executor that rejected it. Raises type.
;;> Example: (eval '(let ((e (make-fork-join-executor))) (shutdown-executor! e) (guard (e (#t (executor? (rejected-executor e)))) (executor-submit! e list))) (environment '(scheme base) '(util concurrent))) => #t
(define (rejected-executor condition)
  (%field condition &rejected-execution-error 'executor 'rejected-executor))

;;> (abort-rejected-handler future executor): a reject handler that raises a
;;> condition for which rejected-execution-error? is true.
;;> Example: (eval '(let ((e (make-fork-join-executor))) (guard (e (#t (rejected-execution-error? e))) (abort-rejected-handler (future 1) e))) (environment '(scheme base) '(util concurrent))) => #t
(define (abort-rejected-handler future executor)
  (raise (make-compound-condition
          (make-condition &message 'message "Failed to add task")
          (make-condition &rejected-execution-error
                          'future future 'executor executor))))

;;> <thread-pool-executor>: the record type of executors over thread pools.
;;> Example: (eval '(rtd-name <thread-pool-executor>) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => <thread-pool-executor>
(define <thread-pool-executor>
  (make-rtd '<thread-pool-executor> '#((immutable size) (immutable reject))
            %executor-with-process 'uid 'util/concurrent/thread-pool-executor))

(define %make-thread-pool-executor (rtd-constructor <thread-pool-executor>))
(define %executor-size (rtd-accessor <thread-pool-executor> 'size))
(define %executor-reject (rtd-accessor <thread-pool-executor> 'reject))

;;> (thread-pool-executor? object): whether it is an executor over a thread
;;> pool.
;;> Example: (eval '(map thread-pool-executor? (list (make-thread-pool-executor 1) (make-fork-join-executor))) (environment '(scheme base) '(util concurrent))) => (#t #f)
(define thread-pool-executor? (rtd-predicate <thread-pool-executor>))

;;> (make-thread-pool-executor size [reject]): a new executor with so many
;;> processes. When each has a future, or the executor was shut down, it calls
;;> reject (abort-rejected-handler) with the future and the executor, in the
;;> process that gives it the future. Raises type, arity.
;;> Example: (eval '(thread-pool-executor-max-pool-size (make-thread-pool-executor 3)) (environment '(scheme base) '(util concurrent))) => 3
(define make-thread-pool-executor
  (case-lambda
    ((size) (make-thread-pool-executor size abort-rejected-handler))
    ((size reject)
     (%require-callback reject 2 'make-thread-pool-executor)
     (%make-thread-pool-executor (thread-pool-pid (make-thread-pool size))
                                 size reject))))

(define (%require-pool-executor object who)
  (if (not (thread-pool-executor? object))
      (%type-error who "a thread pool executor" object)))

;;> (thread-pool-executor-pool-size executor): how many futures it has that have
;;> no result yet. Raises type.
;;> Example: (eval '(thread-pool-executor-pool-size (make-thread-pool-executor 3)) (environment '(scheme base) '(util concurrent))) => 0
(define (thread-pool-executor-pool-size executor)
  (%require-pool-executor executor 'thread-pool-executor-pool-size)
  (%taken executor))

(define (%taken executor)
  (cdr (assq 'futures
             (%ask (%executor-pid executor) '%status '((futures . 0))))))

;;> (thread-pool-executor-max-pool-size executor): how many processes it has.
;;> Raises type.
;;> Example: (eval '(thread-pool-executor-max-pool-size (make-thread-pool-executor 3)) (environment '(scheme base) '(util concurrent))) => 3
(define (thread-pool-executor-max-pool-size executor)
  (%require-pool-executor executor 'thread-pool-executor-max-pool-size)
  (%executor-size executor))

;;> (thread-pool-executor-available? executor): whether one of its processes has
;;> no future. Raises type.
;;> Example: (eval '(thread-pool-executor-available? (make-thread-pool-executor 1)) (environment '(scheme base) '(util concurrent))) => #t
(define (thread-pool-executor-available? executor)
  (%require-pool-executor executor 'thread-pool-executor-available?)
  (< (%taken executor) (%executor-size executor)))

;;> (thread-pool-executor-execute-future! executor future): gives it the future;
;;> returns the executor, or what its reject handler returns. Raises type, and
;;> what that raises.
;;> Example: (eval '(let ((e (make-thread-pool-executor 1)) (f (make-executor-future (lambda () 1)))) (eq? e (thread-pool-executor-execute-future! e f))) (environment '(scheme base) '(util concurrent))) => #t
(define (thread-pool-executor-execute-future! executor future)
  (%require-pool-executor executor 'thread-pool-executor-execute-future!)
  (if (eq? (%give executor future 'execute) 'accepted)
      executor
      ((%executor-reject executor) future executor)))

;; What the executor says to the future: accepted, full or shutdown. The future
;; watches it from before it has the future.
(define (%give executor future how)
  (%give-to (%executor-pid executor) future how))

(define (%give-to pid future how)
  (let* ((thunk (%submit-future! future pid))
         (answer (%ask pid (list how (future-pid future) thunk) 'shutdown)))
    (if (not (eq? answer 'accepted)) (%submit-future! future #f))
    answer))

;;> (terminate-oldest-handler future executor): a reject handler that cancels
;;> the oldest of the futures that the executor has, and gives it this one.
;;> Raises type, a condition for which rejected-execution-error? is true if it
;;> was shut down.
;;> Example: (eval '(let* ((e (make-thread-pool-executor 1 terminate-oldest-handler)) (f (executor-submit! e (lambda () (let loop () (loop)))))) (executor-submit! e list) (future-cancelled? f)) (environment '(scheme base) '(util concurrent))) => #t
(define (terminate-oldest-handler future executor)
  (%require-pool-executor executor 'terminate-oldest-handler)
  (if (eq? (%ask (%executor-pid executor) 'drop-oldest 'shutdown) 'shutdown)
      (abort-rejected-handler future executor))
  (execute-future! executor future))

;;> (wait-finishing-handler count): a reject handler that waits for a place in
;;> the executor, 0.1 seconds and then so many times 0.5 seconds, and else
;;> raises a condition for which rejected-execution-error? is true. Raises type.
;;> Example: (eval '(let* ((e (make-thread-pool-executor 1 (wait-finishing-handler 3))) (f (executor-submit! e (lambda () 1)))) (future-get (executor-submit! e (lambda () 2)))) (environment '(scheme base) '(util concurrent))) => 2
(define (wait-finishing-handler count)
  (if (not (and (exact-integer? count) (>= count 0)))
      (%type-error 'wait-finishing-handler "a number of times" count))
  (lambda (future executor)
    (%require-pool-executor executor 'wait-finishing-handler)
    (let* ((pid (%executor-pid executor))
           (thunk (%submit-future! future pid))
           (answer (guard (problem
                           ((and (condition? problem)
                                 (eq? (condition-kind problem) 'noproc))
                            #f))
                     (call pid (list 'execute-later (future-pid future) thunk)
                           (+ 0.1 (* 0.5 count)) #f))))
      (if answer
          executor
          (begin
            (%submit-future! future #f)
            (abort-rejected-handler future executor))))))

;;> (push-future-handler future executor): a reject handler that gives the
;;> future to the process of the executor that the fewest wait for. Raises type,
;;> error if the executor was shut down.
;;> Example: (eval '(let* ((e (make-thread-pool-executor 1 push-future-handler)) (f (executor-submit! e (lambda () 1)))) (future-get (executor-submit! e (lambda () 2)))) (environment '(scheme base) '(util concurrent))) => 2
(define (push-future-handler future executor)
  (%require-pool-executor executor 'push-future-handler)
  (if (eq? (%give executor future 'push-future) 'accepted)
      executor
      (%error-of-kind 'assertion 'push-future-handler
                      "executor is not running" executor)))

;;> (thread-pool-executor-shutdown! executor): ends it and its processes; its
;;> futures are cancelled. Does nothing if it was ended before. Raises type.
;;> Example: (eval '(let ((e (make-thread-pool-executor 1))) (thread-pool-executor-shutdown! e) (thread-pool-executor-shutdown! e)) (environment '(scheme base) '(util concurrent))) => #t
(define (thread-pool-executor-shutdown! executor)
  (%require-pool-executor executor 'thread-pool-executor-shutdown!)
  (%ask (%executor-pid executor) '(release terminate) #t))

;;> <fork-join-executor>: the record type of executors with a process for each
;;> future.
;;> Example: (eval '(rtd-name <fork-join-executor>) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => <fork-join-executor>
(define <fork-join-executor>
  (make-rtd '<fork-join-executor> '#() %executor-with-process
            'uid 'util/concurrent/fork-join-executor))

(define %make-fork-join-executor (rtd-constructor <fork-join-executor>))

;;> (fork-join-executor? object): whether it is an executor with a process for
;;> each future.
;;> Example: (eval '(fork-join-executor? (make-fork-join-executor)) (environment '(scheme base) '(util concurrent))) => #t
(define fork-join-executor? (rtd-predicate <fork-join-executor>))

;;> (make-fork-join-executor): a new executor that has a process for each
;;> future.
;;> Example: (eval '(future-get (executor-submit! (make-fork-join-executor) (lambda () 1))) (environment '(scheme base) '(util concurrent))) => 1
(define (make-fork-join-executor)
  (%make-fork-join-executor (spawn %serve-fork-join name: 'executor)))

;; Knows the pids of the futures that have no result yet.
(define (%serve-fork-join)
  (let ((futures '()))
    (define (without future)
      (let loop ((rest futures))
        (cond ((null? rest) '())
              ((eq? (car rest) future) (cdr rest))
              (else (cons (car rest) (loop (cdr rest)))))))
    (define (answer request caller)
      (match request
        (('execute future _)
         (set! futures (cons future futures))
         (! future '(start))
         (reply caller 'accepted))
        (('drop future)
         (set! futures (without future))
         (reply caller #t))
        ('shutdown
         (for-each (lambda (future) (! future '(outcome . terminated))) futures)
         (reply caller #t)
         (shutdown!))))
    (serve answer
           other: (lambda (message)
                    (match message
                      (('finished future) (set! futures (without future)))
                      (('drop future) (set! futures (without future)))
                      (_ #t)))
           status: (lambda () (list (cons 'futures (length futures)))))))

(define (%require-fork-join object who)
  (if (not (fork-join-executor? object))
      (%type-error who "a fork-join executor" object)))

;;> (fork-join-executor-available? executor): whether it was not shut down.
;;> Raises type.
;;> Example: (eval '(fork-join-executor-available? (make-fork-join-executor)) (environment '(scheme base) '(util concurrent))) => #t
(define (fork-join-executor-available? executor)
  (%require-fork-join executor 'fork-join-executor-available?)
  (eq? (executor-state executor) 'running))

;;> (fork-join-executor-execute-future! executor future): has a new process
;;> compute the future; returns the future. Raises type, a condition for which
;;> rejected-execution-error? is true if it was shut down.
;;> Example: (eval '(let ((f (make-executor-future (lambda () 1)))) (eq? f (fork-join-executor-execute-future! (make-fork-join-executor) f))) (environment '(scheme base) '(util concurrent))) => #t
(define (fork-join-executor-execute-future! executor future)
  (%require-fork-join executor 'fork-join-executor-execute-future!)
  (if (eq? (%give executor future 'execute) 'accepted)
      future
      (abort-rejected-handler future executor)))

;;> (fork-join-executor-shutdown! executor): ends it; its futures are cancelled.
;;> Does nothing if it was ended before. Raises type.
;;> Example: (eval '(let ((e (make-fork-join-executor))) (fork-join-executor-shutdown! e) (executor-state e)) (environment '(scheme base) '(util concurrent))) => shutdown
(define (fork-join-executor-shutdown! executor)
  (%require-fork-join executor 'fork-join-executor-shutdown!)
  (%ask (%executor-pid executor) 'shutdown #t))
