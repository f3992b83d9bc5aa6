;; Queues, futures, pools and shared values that two nodes use.
(import (scheme base) (scheme write) (scheme process-context)
        (mound sort) (termite process) (util concurrent))

(define (show object) (write object) (newline))

(define (main there)
  (define here (current-node))
  (define me (self))
  (define (numbers from to)
    (if (> from to) '() (cons from (numbers (+ from 1) to))))

  ;; A queue of this node, filled from the other, and the reverse.
  (define queue (make-shared-queue 5))
  (remote-spawn there (lambda ()
                        (for-each (lambda (n) (shared-queue-put! queue n)) (numbers 1 30))))
  (show (equal? (map (lambda (n) (shared-queue-get! queue)) (numbers 1 30)) (numbers 1 30)))
  (define far (on there (lambda () (make-shared-queue 0))))
  (remote-spawn there (lambda () (! me (list 'put (shared-queue-put! far 'x)))))
  (show (list (shared-queue-get! far) (?) (shared-queue-get! far 0.01 'nothing)
              (shared-queue-put! far 1 0 'nobody)))
  (define ordered (on there (lambda () (make-shared-priority-queue (lambda (a b) (- a b))))))
  (for-each (lambda (n) (shared-priority-queue-put! ordered n)) '(3 1 2))
  (show (shared-priority-queue->list ordered))

  ;; A lock is given back when its holder there ends.
  (define holder (remote-spawn there (lambda ()
                                       (shared-queue-lock! queue) (! me 'locked) (?))))
  (show (?))
  (spawn (lambda () (! me (shared-queue-put! queue 'after))))
  (show (? 0.05 'held))
  (terminate! holder)
  (show (?))

  ;; Futures.
  (define gate (make-shared-queue))
  (define answer (future (shared-queue-get! gate) (* 6 7)))
  (remote-spawn there (lambda () (! me (list 'got (future-get answer)))))
  (shared-queue-put! gate 'go)
  (show (?))
  (define distant (on there (lambda () (future (raise 'distant)))))
  (show (guard (e (#t e)) (future-get distant)))
  (define endless (on there (lambda () (future (let loop () (loop))))))
  (future-cancel endless)
  (show (guard (e ((future-terminated? e) (future? (terminated-future e)))) (future-get endless)))
  (define executor (on there (lambda () (make-thread-pool-executor 1))))
  (show (future-get (executor-submit! executor (lambda () (equal? there (current-node))))))
  (show (list (executor? executor) (executor-state executor)
              (thread-pool-executor-pool-size executor)))
  (shutdown-executor! executor)
  (show (guard (e ((rejected-execution-error? e) (eq? executor (rejected-executor e))))
          (executor-submit! executor list)))

  ;; A pool over both, and a table that goes there once.
  (define pool (make-thread-pool/nodes (list here there) 4))
  (define table (share (list->vector (numbers 1 1000))))
  (define places
    (pmap (lambda (n) (cons (current-node) (vector-ref (shared-value table) n)))
          (numbers 0 99) pool))
  (show (equal? (map cdr places) (numbers 1 100)))
  (show (and (assoc here places) (assoc there places) #t))
  (show (map (lambda (n) (equal? (pid-node (thread-pool-thread pool n)) (if (even? n) here there)))
             '(0 1 2 3)))
  (thread-pool-release! pool)
  (show (preduce + 0 (numbers 1 100) (list there)))
  (unshare table)
  (show (guard (e (#t 'gone)) (on there (lambda () (shared-value table))))))

(main (cadr (command-line)))
