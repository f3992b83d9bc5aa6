;; To give a pool a task took longer, the more tasks waited there.

(import (scheme base) (scheme write) (termite process) (util concurrent))

(define pool (make-thread-pool 1))
(define gate (make-shared-queue))
(define (push! count)
  (if (> count 0)
      (begin
        (thread-pool-push-task! pool (lambda () #t))
        (push! (- count 1)))))
;; What the process of the pool does for so many tasks.
(define (reductions)
  (cdr (assq 'reductions (process-info (thread-pool-pid pool)))))
(define (work count)
  (let ((before (reductions)))
    (push! count)
    (- (reductions) before)))

(thread-pool-push-task! pool (lambda () (shared-queue-get! gate)))
(let ((first (work 50)))
  (push! 400)
  (write (< (work 50) (* 2 first)))
  (newline))
(shared-queue-put! gate 'go)
(thread-pool-wait-all! pool)
