;;; Thread pools. A pool is a record with the pid of its process, and may be
;;; sent anywhere; it lives until it is released or its node ends.

(define-record-type <thread-pool>
  (%make-thread-pool pid size)
  thread-pool?
  (pid %pool-pid)
  (size %pool-size))

;;> <thread-pool>: the record type of thread pools.
;;> Example: (eval '(pair? (list <thread-pool>)) (environment '(scheme base) '(util concurrent))) => #t

;;> (thread-pool? object): whether it is a thread pool.
;;> Example: (eval '(map thread-pool? (list (make-thread-pool 1) 'pool)) (environment '(scheme base) '(util concurrent))) => (#t #f)

(define (%pid pool who)
  (if (thread-pool? pool)
      (%pool-pid pool)
      (%type-error who "a thread pool" pool)))

;;> (make-thread-pool size [handle-error]): a new pool with so many processes
;;> that do tasks. The procedure is called in one of them with what a task
;;> raises, or with the condition that tells of one that ended in a task; what
;;> it raises is dropped. Raises type, arity, unsendable.
;;> Example: (eval '(thread-pool-size (make-thread-pool 2)) (environment '(scheme base) '(util concurrent))) => 2
(define make-thread-pool
  (case-lambda
    ((size) (make-thread-pool size %ignore))
    ((size handle-error)
     (%make-pool size handle-error
                 (lambda (thunk lost?) (spawn thunk name: 'pool-thread))
                 'make-thread-pool))))

;; What becomes of errors if nobody handles them.
(define (%ignore object) #f)

(define (%make-pool size handle-error spawn-worker who)
  (if (not (and (exact-integer? size) (> size 0)))
      (%type-error who "a positive exact integer" size))
  (%require-callback handle-error 1 who)
  (%make-thread-pool
   (%launch spawn
            (lambda () (%serve-pool size handle-error spawn-worker))
            (lambda (serve) (serve))
            (list name: 'thread-pool))
   size))

;;> (make-thread-pool/nodes nodes size [handle-error]): the same with its
;;> processes spread over the nodes. When a node is lost, those that were there
;;> begin again on others: tasks that waited for them are done there, and those
;;> they were doing are lost. A pool ends when none of its nodes can be reached.
;;> Raises type, arity, unsendable, and as remote-spawn does.
;;> Example: (eval '(procedure? make-thread-pool/nodes) (environment '(scheme base) '(util concurrent))) => #t
(define make-thread-pool/nodes
  (case-lambda
    ((nodes size) (make-thread-pool/nodes nodes size %ignore))
    ((nodes size handle-error)
     (%require-list nodes 'make-thread-pool/nodes)
     (if (null? nodes)
         (%type-error 'make-thread-pool/nodes "a list of nodes" nodes))
     (for-each (lambda (node)
                 (if (not (node? node))
                     (%type-error 'make-thread-pool/nodes "a node" node)))
               nodes)
     (%make-pool size handle-error (%spawner nodes) 'make-thread-pool/nodes))))

;; Spawns on one node after another. Those that cannot be reached are passed
;; over; if none can be, raises what the last one did.
(define (%spawner nodes)
  (lambda (thunk lost?)
    (let loop ((left (length nodes)))
      (let ((node (car nodes)))
        (set! nodes (append (cdr nodes) (list node)))
        (let ((pid (guard (problem
                           ((and (> left 1)
                                 (condition? problem)
                                 (memq (condition-kind problem)
                                       '(unreachable node-down timeout)))
                            #f))
                     (remote-spawn node thunk name: 'pool-thread
                                   timeout: 5))))
          (or pid (loop (- left 1))))))))

;; Pools that were released have ended.
(define (%ask pool who request)
  (let ((pid (%pid pool who)))
    (guard (problem ((and (condition? problem)
                          (eq? (condition-kind problem) 'noproc))
                     (%error-of-kind 'error who "the thread pool was released"
                                     pool)))
      (call pid request))))

;;> (thread-pool-pid pool): the pid of its process. Raises type.
;;> Example: (eval '(pid? (thread-pool-pid (make-thread-pool 1))) (environment '(termite) '(util concurrent))) => #t
(define (thread-pool-pid pool) (%pid pool 'thread-pool-pid))

;;> (thread-pool-size pool): how many processes it has. Raises type.
;;> Example: (eval '(thread-pool-size (make-thread-pool 3)) (environment '(scheme base) '(util concurrent))) => 3
(define (thread-pool-size pool)
  (%pid pool 'thread-pool-size)
  (%pool-size pool))

;;> (thread-pool-idling-count pool): how many of its processes have nothing to
;;> do. Raises type, error if the pool was released.
;;> Example: (eval '(thread-pool-idling-count (make-thread-pool 3)) (environment '(scheme base) '(util concurrent))) => 3
(define (thread-pool-idling-count pool)
  (cdr (assq 'idle (%ask pool 'thread-pool-idling-count '%status))))

;;> (thread-pool-idling? pool): whether one of them has nothing to do. Raises
;;> type, error if the pool was released.
;;> Example: (eval '(thread-pool-idling? (make-thread-pool 1)) (environment '(scheme base) '(util concurrent))) => #t
(define (thread-pool-idling? pool)
  (> (cdr (assq 'idle (%ask pool 'thread-pool-idling? '%status))) 0))

;;> (thread-pool-push-task! pool thunk [add-to-back?]): has the pool call the
;;> thunk, and returns the number of the process that will: the one that has
;;> been idle longest, or else the one that the fewest tasks wait for. If none
;;> is idle, add-to-back? is called here with each number, and says whether the
;;> process may be taken; then with the one that was chosen, or -1, and returns
;;> the number to take. It may raise, to refuse the task. Raises type, arity,
;;> unsendable, error if the pool was released.
;;> Example: (eval '(let ((q (make-shared-queue))) (thread-pool-push-task! (make-thread-pool 1) (lambda () (shared-queue-put! q 'done))) (shared-queue-get! q)) (environment '(scheme base) '(util concurrent))) => done
(define thread-pool-push-task!
  (case-lambda
    ((pool thunk)
     (%require-callback thunk 0 'thread-pool-push-task!)
     (%ask pool 'thread-pool-push-task! (list 'push thunk)))
    ((pool thunk add-to-back?)
     (%require-callback thunk 0 'thread-pool-push-task!)
     (%require-callback add-to-back? 1 'thread-pool-push-task!)
     (let ((answer (%ask pool 'thread-pool-push-task!
                         (list 'push-if-idle thunk))))
       (if (vector? answer)
           (%push-to pool thunk
                     (add-to-back? (%choose answer add-to-back?)))
           answer)))))

;; The number of the shortest among those that are accepted, or -1.
(define (%choose lengths accept?)
  (let loop ((number 0) (best -1))
    (cond ((= number (vector-length lengths)) best)
          ((and (accept? number)
                (or (< best 0)
                    (< (vector-ref lengths number)
                       (vector-ref lengths best))))
           (loop (+ number 1) number))
          (else (loop (+ number 1) best)))))

(define (%push-to pool thunk number)
  (if (not (and (exact-integer? number) (< -1 number (%pool-size pool))))
      (%type-error 'thread-pool-push-task!
                   "the number of a thread from add-to-back?" number))
  (%ask pool 'thread-pool-push-task! (list 'push-to number thunk)))

;;> (thread-pool-wait-all! pool): waits until all tasks are done, and what they
;;> have sent has arrived, on whichever node. Raises type, deadlock if it is
;;> called in a task of the pool, error if the pool was released.
;;> Example: (eval '(let ((p (make-thread-pool 1))) (thread-pool-push-task! p (lambda () 1)) (thread-pool-wait-all! p) (thread-pool-idling-count p)) (environment '(scheme base) '(util concurrent))) => 1
(define (thread-pool-wait-all! pool)
  (%ask pool 'thread-pool-wait-all! 'wait-all))

;;> (thread-pool-release! pool [how]): ends the pool and its processes: when all
;;> tasks are done if `how` is join, as it is at first, or at once if it is
;;> terminate; tasks that wait are dropped then. Raises type, deadlock if a task
;;> of the pool would wait for the end of all, error if the pool was released.
;;> Example: (eval '(let ((p (make-thread-pool 1))) (thread-pool-release! p) (guard (e (#t 'released)) (thread-pool-push-task! p list))) (environment '(scheme base) '(util concurrent))) => released
(define thread-pool-release!
  (case-lambda
    ((pool) (thread-pool-release! pool 'join))
    ((pool how)
     (if (not (memq how '(join terminate)))
         (%type-error 'thread-pool-release! "join or terminate" how))
     (%ask pool 'thread-pool-release! (list 'release how)))))

;;> (thread-pool-thread-terminate! pool number): ends the process of the number
;;> and what it does, drops the tasks that wait for it, and lets another take
;;> its place. Raises type, range, error if the pool was released.
;;> Example: (eval '(let* ((p (make-thread-pool 1)) (n (thread-pool-push-task! p (lambda () (shared-queue-get! (make-shared-queue)))))) (thread-pool-thread-terminate! p n) (thread-pool-idling-count p)) (environment '(scheme base) '(util concurrent))) => 1
(define (thread-pool-thread-terminate! pool number)
  (%ask pool 'thread-pool-thread-terminate! (list 'terminate number)))

;;> (thread-pool-thread pool number): the pid of the process of the number.
;;> Raises type, range, error if the pool was released.
;;> Example: (eval '(let ((p (make-thread-pool 2))) (thread-pool-thread-id p (thread-pool-thread p 1))) (environment '(scheme base) '(util concurrent))) => 1
(define (thread-pool-thread pool number)
  (%ask pool 'thread-pool-thread (list 'thread number)))

;;> (thread-pool-thread-id pool pid): the number of the process. Raises type,
;;> error if it is none of the pool, or the pool was released.
;;> Example: (eval '(guard (e (#t 'none)) (thread-pool-thread-id (make-thread-pool 1) 'x)) (environment '(scheme base) '(util concurrent))) => none
(define (thread-pool-thread-id pool pid)
  (%ask pool 'thread-pool-thread-id (list 'number pid)))

;;> (thread-pool-thread-task-running? pool number): whether the process of the
;;> number has something to do. Raises type, range, error if the pool was
;;> released.
;;> Example: (eval '(thread-pool-thread-task-running? (make-thread-pool 1) 0) (environment '(scheme base) '(util concurrent))) => #f
(define (thread-pool-thread-task-running? pool number)
  (%ask pool 'thread-pool-thread-task-running? (list 'running? number)))
