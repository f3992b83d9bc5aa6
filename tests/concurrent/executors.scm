;; Executors: places, rejecting, shutting down, and kinds of one's own.

(import (except (scheme base) define-record-type) (scheme write) (srfi 99)
        (rename (mound conditions) (condition? mound-condition?))
        (termite process) (mound call) (util concurrent) (util concurrent future))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))

(define me (self))
(define-syntax how
  (syntax-rules ()
    ((_ e) (guard (x ((future-terminated? x) 'terminated)
                     ((rejected-execution-error? x) 'rejected)
                     ((error-object? x) (condition-kind x))
                     (#t (list 'raised x)))
             e))))
(define (until test) (if (not (test)) (begin (? 0.001 #f) (until test))))
(define (endless) (let loop () (? 1000 #f) (loop)))
;; The process that was told of the future: the one that watches it is watched.
(define (executor-process f)
  (car (memp (lambda (pid) (eq? 'thread-pool (process-name pid)))
             (cdr (assq 'monitors (process-info (future-pid f)))))))
(define (memp test list) (if (test (car list)) list (memp test (cdr list))))
(define size thread-pool-executor-pool-size)
(define submit executor-submit!)

(row "submit and get" (future-get (submit (make-thread-pool-executor 10) (lambda () 'executed))))

(row "a new one"
  (let ((e (make-thread-pool-executor 1)))
    (list (executor-state e) (size e) (thread-pool-executor-max-pool-size e)
          (executor-available? e) (executor? e) (thread-pool-executor? e) (fork-join-executor? e))))

(row "rejecting"
  (let* ((e (make-thread-pool-executor 1)) (f (submit e endless)) (g (make-executor-future list)))
    (list (executor-available? e)
          (guard (x ((rejected-execution-error? x)
                     (list (eq? g (rejected-future x)) (eq? e (rejected-executor x)))))
            (execute-future! e g))
          (how (future-get g)) (size e))))

(row "cancel the oldest"
  (let* ((e (make-thread-pool-executor 1 terminate-oldest-handler)))
    (let loop ((i 0))
      (let* ((a (submit e endless)) (b (submit e endless)) (c (submit e (lambda () 'last))))
        (if (not (and (future-cancelled? a) (future-cancelled? b) (eq? 'last (future-get c))))
            (list 'wrong i)
            (if (< i 20) (loop (+ i 1)) (size e)))))))

(row "wait for a place"
  (let* ((e (make-thread-pool-executor 1 (wait-finishing-handler 3)))
         (a (submit e (lambda () (? 0.02 #f) 'a))) (b (submit e (lambda () 'b)))
         (short (make-thread-pool-executor 1 (wait-finishing-handler 0))) (c (submit short endless)))
    (list (future-get a) (future-get b) (how (submit short list)) (future-state c) (size short)
          (begin (future-cancel c) (size short)))))

(row "wait in line"
  (let* ((q (make-shared-queue)) (e (make-thread-pool-executor 1 push-future-handler))
         (futures (map (lambda (i) (submit e (lambda () (shared-queue-get! q) i))) '(1 2 3)))
         (taken (size e)) (free (executor-available? e)))
    (for-each (lambda (i) (shared-queue-put! q i)) '(1 2 3))
    (list taken free (map future-get (reverse futures)) (size e))))

(row "cancel what waits in line"
  (let* ((q (make-shared-queue)) (e (make-thread-pool-executor 1 push-future-handler))
         (a (submit e (lambda () (shared-queue-get! q)))) (b (submit e list))
         (c (submit e (lambda () 'c))))
    (future-cancel b)
    (shared-queue-put! q 'a)
    (list (future-get a) (how (future-get b)) (future-get c) (size e))))

(row "shutting down"
  (let* ((e (make-thread-pool-executor 3)) (workers (make-shared-queue))
         (futures (map (lambda (i) (submit e (lambda () (shared-queue-put! workers (self)) (endless))))
                       '(1 2 3)))
         (pids (map (lambda (i) (shared-queue-get! workers)) futures)))
    (spawn (lambda () (! me (how (future-get (car futures))))))
    (until (lambda () (= 1 (cdr (assq 'getters (server-status (future-pid (car futures))))))))
    (shutdown-executor! e)
    (let ((woken (?)))
      (shutdown-executor! e)
      (list woken (executor-state e) (size e) (map future-cancelled? futures) (map alive? pids)))))

(row "after that"
  (let* ((e (make-thread-pool-executor 1)) (f (make-fork-join-executor))
         (p (make-thread-pool-executor 1 push-future-handler))
         (o (make-thread-pool-executor 1 terminate-oldest-handler))
         (running (submit f endless)))
    (for-each shutdown-executor! (list e f f p o))
    (list (map (lambda (e) (how (submit e list))) (list e f p o))
          (executor-available? f) (executor-state f) (how (future-get running)))))

(row "two at once"
  (let* ((e (make-thread-pool-executor 1)))
    (for-each (lambda (i) (spawn (lambda () (! me (how (begin (submit e endless) 'accepted)))))) '(1 2))
    (let* ((one (?)) (two (?)))
      (if (and (memq 'accepted (list one two)) (memq 'rejected (list one two))) 'one-of-them (list one two)))))

(row "cancelling frees a place"
  (let* ((e (make-thread-pool-executor 1)) (f (submit e (lambda () (let loop () (loop))))))
    (future-cancel f)
    (list (size e) (executor-available? e) (future-get (submit e (lambda () 'next))))))

(row "its thread is killed"
  (let* ((q (make-shared-queue)) (e (make-thread-pool-executor 1))
         (f (submit e (lambda () (shared-queue-put! q (self)) (endless)))))
    (terminate! (shared-queue-get! q))
    (list (how (future-get f)) (size e) (future-get (submit e (lambda () 'next))))))

(row "the executor is killed"
  (let* ((e (make-thread-pool-executor 1)) (f (submit e endless)))
    (spawn (lambda () (! me (how (future-get f)))))
    (until (lambda () (= 1 (cdr (assq 'getters (server-status (future-pid f)))))))
    (terminate! (executor-process f))
    (?)))

(row "a process for each"
  (let* ((q (make-shared-queue)) (e (make-fork-join-executor))
         (futures (map (lambda (i) (submit e (lambda () (shared-queue-get! q)))) '(1 2 3))))
    (until (lambda () (= 3 (cdr (assq 'getters (server-status (shared-queue-pid q)))))))
    (for-each (lambda (i) (shared-queue-put! q 'x)) futures)
    (list (map future-get futures) (executor-available? e))))

(define-record-type (<own> <executor>) #t own? name)
(define (own-execute! e f)
  (future-result-set! f (make-shared-box))
  (spawn (lambda ()
           (let ((box (future-result f)))
             (guard (x (#t (future-canceller-set! f #t)
                           (future-state-set! f 'finished)
                           (shared-box-put! box x)))
               (let ((value ((future-thunk f))))
                 (future-state-set! f 'finished)
                 (shared-box-put! box (list (<own>-name e) value)))))))
  f)
(define closed '())
(register-executor-methods <own> (lambda (e) #t) own-execute! (lambda (e) (set! closed (<own>-name e))))
(define-record-type (<unknown> <executor>) #t unknown?)
(define-record-type (<below> <own>) #t below?)

(row "one's own"
  (let ((e (make-<own> 'mine)))
    (list (executor-available? e) (future-get (submit e (lambda () 1)))
          (how (future-get (submit e (lambda () (raise 'oops)))))
          (future-get (submit (make-<below> 'below) (lambda () 2)))
          (future-get (submit e (lambda () (? 600 #f) 3)) 0.001 'to)
          (begin (shutdown-executor! e) closed)
          (guard (x ((duplicate-executor-registration? x) (eq? <own> (duplicate-executor-rtd x))))
            (let () (register-executor-methods <own> list list list) 'twice))
          (how (submit (make-<unknown>) list)) (how (executor-available? 'none))
          (executor-available? (make-<unknown>)))))

(row "errors of tasks"
  (let* ((e (make-thread-pool-executor 1)) (f (submit e (lambda () (raise 'oops))))
         (one (how (future-get f))) (taken (size e)))
    (list one (how (future-get f)) taken (how (future-get (submit e (lambda () (car 1))))))))

;; Also after waiting for a place, the executor is what comes back.
(row "the executor that was waited for"
  (let* ((e (make-thread-pool-executor 1 (wait-finishing-handler 100)))
         (f (submit e (lambda () (? 0.2 1)))) (g (make-executor-future (lambda () 2))))
    (list (eq? e (execute-future! e g)) (future-get f) (future-get g))))

;; Who was rejected after waiting is free for another executor. Who waits for one that ends is
;; rejected.
(row "rejected after waiting"
  (let* ((full (make-thread-pool-executor 1 (wait-finishing-handler 0))) (other (make-thread-pool-executor 1))
         (ended (make-thread-pool-executor 1 (wait-finishing-handler 100)))
         (f (submit full endless)) (e (submit ended endless)) (g (make-executor-future (lambda () 'other)))
         (h (make-executor-future (lambda () 'lost))))
    (define (rejected e f)
      (guard (x ((rejected-execution-error? x) (list (eq? f (rejected-future x)) (eq? e (rejected-executor x)))))
        (execute-future! e f)))
    (let* ((waited (rejected full g))
           (ender (spawn (lambda () (? 0.1 #f) (shutdown-executor! ended))))
           (lost (rejected ended h)))
      (execute-future! other g)
      (list waited lost (future-get g) (size full)
            (map (lambda (n) (how (wait-finishing-handler n))) '(-1 1.5 x))))))

;; And who was rejected by one that has ended, though the future may hear first that it has.
(row "rejected by one that has ended"
  (let ((ended (make-thread-pool-executor 1 (lambda (f e) (? 0.05 #f) 'rejected)))
        (forks (make-fork-join-executor)) (other (make-thread-pool-executor 1))
        (f (make-executor-future (lambda () 'one))) (g (make-executor-future (lambda () 'two))))
    (shutdown-executor! ended)
    (shutdown-executor! forks)
    (let* ((first (execute-future! ended f))
           (second (guard (x ((rejected-execution-error? x) 'rejected)) (execute-future! forks g))))
      (execute-future! other f)
      (future-get f)
      (execute-future! other g)
      (list first second (future-get f) (future-get g)))))

;; A task that would wait for what stands behind it in its own pool complains.
(row "waiting for what waits behind"
  (let* ((e (make-thread-pool-executor 1 push-future-handler))
         (behind (lambda (get) (future-get (submit e (lambda () (get (submit e (lambda () 1)))))))))
    (list (behind (lambda (f) (how (future-get f))))
          (behind (lambda (f) (future-get f 0.01 'late)))
          (future-get (submit e (lambda () (how (pmap - '(1 2) e)))))
          (future-get (submit e (lambda () 'goes-on))))))

;; A future that is given a second time while it is computed, or after that, is computed once.
(row "given again"
  (let* ((runs (make-shared-queue)) (gate (make-shared-queue)) (e (make-fork-join-executor))
         (f (make-executor-future
             (lambda () (shared-queue-put! runs 'run) (shared-queue-get! gate)))))
    (execute-future! e f)
    (shared-queue-get! runs)
    (execute-future! e f)
    (let ((again (shared-queue-get! runs 0.2 'once)))
      (shared-queue-put! gate 'done)
      (let ((value (future-get f)))
        (execute-future! e f)
        (list again value (future-get f) (shared-queue-get! runs 0.05 'once))))))
