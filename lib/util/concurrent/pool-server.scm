;;; The process of a pool. It has a worker for each number and the tasks that
;;; wait for it; a worker is sent a task when it is idle. So what waits here is
;;; known, can be taken back, and outlives its worker, unless that was ended by
;;; thread-pool-thread-terminate!.
;;;
;;; A worker that ends is followed by another with its number, which is sent the
;;; task again if the first had not begun with it. One whose node was lost
;;; begins on the next node that can be reached.
;;;
;;; Who waits for all tasks is answered when what they sent to other nodes is
;;; there too: each worker that did a task since the last time is told to
;;; settle, which it is busy with meanwhile.
;;;
;;; Futures are tasks whose outcome goes by way of this process: when a future
;;; has its result, its place in the pool is free already.

;; future: its pid, or #f.
(define-record-type task
  (%make-task thunk future)
  %task?
  (thunk %task-thunk)
  (future %task-future))

;; What a worker does that settles.
(define %settling (%make-task #f #f))

;; task: what it was sent to do, or #f; begun?: whether it has begun with that.
;; ending: what is to be done when the process has ended that was told to, a
;; list of thunks, or #f. settled?: whether it has done no task since it
;; settled. waiting: a pair before the list of the tasks that wait, the oldest
;; first; last: its last pair; length: their number.
(define-record-type worker
  (%make-worker number pid watch task begun? ending settled? waiting last
                length)
  %worker?
  (number %worker-number)
  (pid %worker-pid %worker-pid!)
  (watch %worker-watch %worker-watch!)
  (task %worker-task %worker-task!)
  (begun? %worker-begun? %worker-begun?!)
  (ending %worker-ending %worker-ending!)
  (settled? %worker-settled? %worker-settled?!)
  (waiting %worker-waiting)
  (last %worker-last %worker-last!)
  (length %worker-length %worker-length!))

;; spawn-worker: a procedure of a thunk that returns the pid of a new process,
;; called with #t if the last one was lost with its node.
(define (%serve-pool size handle-error spawn-worker)
  (define me (self))
  (define workers
    (vector-map (lambda (number)
                  (let ((waiting (list 'waiting)))
                    (%make-worker number #f #f #f #f #f #t waiting waiting 0)))
                (list->vector (%numbers size))))
  ;; Idle workers, the one that is idle longest first.
  (define idle (%numbers size))
  ;; By the pids of futures without a result, pairs of their number, which
  ;; ascends, and worker.
  (define futures (make-hash-table))
  (define accepted 0)
  (define waiting-for-all (make-wait-list))
  ;; Those who wait for a place for a future; their data are (future thunk).
  (define waiting-for-place (make-wait-list))
  ;; #f, or who is told when all workers have ended.
  (define releasing #f)

  (define (start! worker lost?)
    (let* ((number (%worker-number worker))
           (pid (spawn-worker (lambda () (%work me number handle-error))
                              lost?)))
      (%worker-pid! worker pid)
      (%worker-watch! worker (monitor pid))
      (outbound-link pid)))
  (define (worker-at number)
    (if (and (exact-integer? number) (< -1 number size))
        (vector-ref workers number)
        (%error-of-kind 'range 'thread-pool-thread
                        "the pool has no thread of this number:" number)))
  (define (idle? worker) (memv (%worker-number worker) idle))
  (define (busy?)
    (not (= (length idle) size)))

  ;; Gives the worker a task, at once if it is idle.
  (define (push! worker task)
    (if (idle? worker)
        (begin
          (set! idle (%without-number (%worker-number worker) idle))
          (send! worker task))
        (%add-task! worker task)))
  (define (send! worker task)
    (%worker-task! worker task)
    (%worker-begun?! worker #f)
    (%worker-settled?! worker #f)
    (! (%worker-pid worker)
       (list 'task (%task-thunk task) (and (%task-future task) #t))))
  ;; The worker has nothing to do any more.
  (define (next! worker)
    (%worker-task! worker #f)
    (cond ((> (%worker-length worker) 0) (send! worker (%next-task! worker)))
          (releasing (end! worker void))
          (else
           (set! idle (append idle (list (%worker-number worker))))
           (if (not (busy?)) (all-done!)))))
  (define (all-done!)
    (if (and (first-waiter waiting-for-all) (not (settling?))) (answer-all!)))
  (define (answer-all!)
    (let ((caller (next-waiter! waiting-for-all)))
      (if caller
          (begin
            (reply caller #t)
            (answer-all!)))))
  ;; Whether workers have to settle first, which they are told to do then. Where
  ;; there is no other node, nothing was sent to one.
  (define (settling?)
    (and (pair? (%primitive %nodes))
         (let loop ((number 0) (found? #f))
           (if (= number size)
               found?
               (let ((worker (vector-ref workers number)))
                 (if (%worker-settled? worker)
                     (loop (+ number 1) found?)
                     (begin
                       (settle! worker)
                       (loop (+ number 1) #t))))))))
  (define (settle! worker)
    (set! idle (%without-number (%worker-number worker) idle))
    (%worker-task! worker %settling)
    (%worker-settled?! worker #t)
    (! (%worker-pid worker) '(settle)))
  (define (least-loaded)
    (let loop ((number 1) (best (vector-ref workers 0)))
      (if (= number size)
          best
          (loop (+ number 1)
                (let ((other (vector-ref workers number)))
                  (if (< (%worker-length other) (%worker-length best))
                      other
                      best))))))
  (define (best-worker)
    (if (pair? idle) (vector-ref workers (car idle)) (least-loaded)))

  ;; Ends the process of the worker, then calls the thunk.
  (define (end! worker then)
    (set! idle (%without-number (%worker-number worker) idle))
    (if (not (%worker-ending worker)) (terminate! (%worker-pid worker)))
    (%worker-ending! worker (cons then (or (%worker-ending worker) '()))))
  (define (ended! worker pid reason object)
    (let ((task (%worker-task worker))
          (ending (or (%worker-ending worker) '())))
      (%worker-task! worker #f)
      (%worker-ending! worker #f)
      (set! idle (%without-number (%worker-number worker) idle))
      (%worker-settled?! worker #t)
      (if (and task (null? ending) (not (eq? task %settling)))
          ;; News that it has begun may be lost with a node, and nowhere else.
          (if (or (%worker-begun? worker) (eq? reason 'node-down))
              (lost! task pid reason object)
              (%put-back-task! worker task)))
      (if releasing
          (begin
            (%worker-watch! worker #f)
            (if (not (%vector-any %worker-watch workers)) (released!)))
          (begin
            (start! worker (eq? reason 'node-down))
            (next! worker)))
      (for-each (lambda (then) (then)) (reverse ending))))
  ;; A worker ended in the middle of a task.
  (define (lost! task pid reason object)
    (let ((problem (%ended-condition "the process of the pool" pid reason object
                                     #f)))
      (if (%task-future task)
          (end-future! (%task-future task) (list 'raised problem))
          (spawn (lambda () (catch list (handle-error problem)))
                 name: 'pool-error-handler))))
  (define (released!)
    (answer-all!)
    (for-each (lambda (then) (then)) (reverse releasing))
    (shutdown!))

  (define (end-future! future outcome)
    (hash-table-delete! futures future)
    (! future (cons 'outcome outcome)))
  ;; Gives free places to those who wait for one.
  (define (fill-places!)
    (if (and (not releasing) (< (hash-table-count futures) size))
        (let ((next (next-waiter! waiting-for-place)))
          (if next
              (begin
                (execute! (car (caller-data next)) (cadr (caller-data next))
                          (best-worker))
                (reply next 'accepted)
                (fill-places!))))))
  (define (execute! future thunk worker)
    (set! accepted (+ accepted 1))
    (hash-table-set! futures future (cons accepted worker))
    (! future (list 'accepted (%worker-pid worker)))
    (push! worker (%make-task thunk future)))
  ;; Takes the future back; `then` is called when its worker is free.
  (define (drop! future then)
    (let ((entry (hash-table-ref/default futures future #f)))
      (if (not entry)
          (then)
          (let* ((worker (cdr entry)) (task (%worker-task worker)))
            (end-future! future 'terminated)
            (if (and task (eq? (%task-future task) future))
                (end! worker then)
                (begin
                  (%keep-tasks! worker
                                (lambda (task)
                                  (not (eq? (%task-future task) future))))
                  (then)))))))
  (define (terminate-worker! worker then)
    (let ((task (%worker-task worker))
          (waiting (cdr (%worker-waiting worker))))
      (for-each (lambda (task)
                  (if (%task-future task)
                      (end-future! (%task-future task) 'terminated)))
                (if task (cons task waiting) waiting))
      (%keep-tasks! worker (lambda (task) #f))
      (end! worker then)))
  (define (release! how then)
    (set! releasing (cons then (or releasing '())))
    (vector-for-each
     (lambda (worker)
       (cond ((eq? how 'terminate) (terminate-worker! worker void))
             ((idle? worker) (end! worker void))))
     workers))
  (define (require-other caller who)
    (if (worker-of (caller-pid caller))
        (%error-of-kind 'deadlock who
                        "a task would wait for itself, for ever:"
                        (caller-pid caller))))
  (define (require-open)
    (if releasing
        (%error-of-kind 'error 'thread-pool-push-task!
                        "the thread pool was released")))
  (define (worker-of pid)
    (%vector-any (lambda (worker) (and (eq? (%worker-pid worker) pid) worker))
                 workers))

  (define (answer request caller)
    (match request
      (('push thunk)
       (require-open)
       (let ((worker (best-worker)))
         (push! worker (%make-task thunk #f))
         (reply caller (%worker-number worker))))
      ;; The same if one is idle; else the numbers of tasks that wait for each.
      (('push-if-idle thunk)
       (require-open)
       (if (pair? idle)
           (let ((worker (best-worker)))
             (push! worker (%make-task thunk #f))
             (reply caller (%worker-number worker)))
           (reply caller (vector-map %worker-length workers))))
      (('push-to number thunk)
       (require-open)
       (let ((worker (worker-at number)))
         (push! worker (%make-task thunk #f))
         (reply caller number)))
      ('wait-all
       (require-other caller 'thread-pool-wait-all!)
       (wait! waiting-for-all caller)
       (if (not (busy?)) (all-done!)))
      (('release how)
       (if (eq? how 'join) (require-other caller 'thread-pool-release!))
       (release! how (lambda () (reply caller #t))))
      (('terminate number)
       (terminate-worker! (worker-at number) (lambda () (reply caller #t))))
      (('thread number) (reply caller (%worker-pid (worker-at number))))
      (('number pid)
       (let ((worker (worker-of pid)))
         (if worker
             (reply caller (%worker-number worker))
             (%error-of-kind 'error 'thread-pool-thread-id
                             "not a thread of the pool:" pid))))
      (('running? number) (reply caller (not (idle? (worker-at number)))))
      (('execute future thunk)
       (cond (releasing (reply caller 'shutdown))
             ((< (hash-table-count futures) size)
              (execute! future thunk (best-worker))
              (reply caller 'accepted))
             (else (reply caller 'full))))
      (('execute-later future thunk)
       (if releasing
           (reply caller #f)
           (begin
             (wait! waiting-for-place caller (list future thunk))
             (fill-places!))))
      (('push-future future thunk)
       (if releasing
           (reply caller 'shutdown)
           (begin
             (execute! future thunk (best-worker))
             (reply caller 'accepted))))
      (('drop future) (drop! future (lambda () (reply caller #t))))
      ('drop-oldest
       (let ((future (%oldest futures)))
         (if future
             (drop! future (lambda () (reply caller #t)))
             (reply caller #f))))))
  (define (other message)
    (match message
      (('begun pid number)
       (let ((worker (vector-ref workers number)))
         (if (eq? pid (%worker-pid worker)) (%worker-begun?! worker #t))))
      (('done pid number outcome)
       (let ((worker (vector-ref workers number)))
         ;; One that was told to end meanwhile has nothing to say.
         (if (and (eq? pid (%worker-pid worker))
                  (%worker-task worker)
                  (not (%worker-ending worker)))
             (let ((future (%task-future (%worker-task worker))))
               (next! worker)
               (if future (end-future! future outcome))
               (fill-places!)))))
      (('down watch pid reason object)
       (let ((worker (%vector-any (lambda (worker)
                                    (and (eq? (%worker-watch worker) watch)
                                         worker))
                                  workers)))
         (if worker (ended! worker pid reason object)))
       (fill-places!))
      (('drop future) (drop! future void))
      (_ #t)))
  (define (status)
    (list (cons 'size size)
          (cons 'idle (length idle))
          (cons 'queued
                (apply + (vector->list (vector-map %worker-length workers))))
          (cons 'futures (hash-table-count futures))
          (cons 'state (if releasing 'released 'running))))

  (vector-for-each (lambda (worker) (start! worker #f)) workers)
  (lambda ()
    (serve answer waiting-for-all waiting-for-place
           other: other status: status)))

(define (%add-task! worker task)
  (let ((last (list task)))
    (set-cdr! (%worker-last worker) last)
    (%worker-last! worker last)
    (%worker-length! worker (+ 1 (%worker-length worker)))))

;; The task is the oldest of those that wait for the worker.
(define (%put-back-task! worker task)
  (let* ((before (%worker-waiting worker)) (first (cons task (cdr before))))
    (if (null? (cdr first)) (%worker-last! worker first))
    (set-cdr! before first)
    (%worker-length! worker (+ 1 (%worker-length worker)))))

;; The oldest of the tasks that wait for the worker; it waits no more.
(define (%next-task! worker)
  (let* ((before (%worker-waiting worker)) (first (cdr before)))
    (set-cdr! before (cdr first))
    (if (null? (cdr first)) (%worker-last! worker before))
    (%worker-length! worker (- (%worker-length worker) 1))
    (car first)))

;; Of the tasks that wait for the worker, keeps those that pass the test.
(define (%keep-tasks! worker test)
  (let ((tasks (cdr (%worker-waiting worker))))
    (set-cdr! (%worker-waiting worker) '())
    (%worker-last! worker (%worker-waiting worker))
    (%worker-length! worker 0)
    (for-each (lambda (task) (if (test task) (%add-task! worker task)))
              tasks)))

(define (%vector-any test vector)
  (let loop ((index 0))
    (and (< index (vector-length vector))
         (or (test (vector-ref vector index)) (loop (+ index 1))))))

(define (%numbers count)
  (let loop ((number (- count 1)) (found '()))
    (if (< number 0) found (loop (- number 1) (cons number found)))))

(define (%without-number number numbers)
  (cond ((null? numbers) '())
        ((eqv? (car numbers) number) (cdr numbers))
        (else (cons (car numbers) (%without-number number (cdr numbers))))))

;; The future with the least number, or #f.
(define (%oldest futures)
  (let ((oldest (hash-table-fold
                 futures
                 (lambda (future entry oldest)
                   (if (or (not oldest) (< (car entry) (cdr oldest)))
                       (cons future (car entry))
                       oldest))
                 #f)))
    (and oldest (car oldest))))
