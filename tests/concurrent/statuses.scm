;; What queues, pools, futures and executors tell of themselves.

(import (scheme base) (scheme write) (termite process) (mound sort) (mound strings)
        (mound top)
        (util concurrent))

(define q (make-shared-queue))
(shared-queue-put! q 1)
(shared-queue-put! q 2)
(define narrow (make-shared-queue 0))
(spawn (lambda () (shared-queue-put! narrow 'x)))
(define f (future (shared-queue-get! narrow) (? 1000 #f)))
(define waits (spawn (lambda () (future-get f))))
(define p (make-thread-pool 2))
(thread-pool-push-task! p (lambda () (? 1000 #f)))
(define e (make-thread-pool-executor 1 push-future-handler))
(executor-submit! e (lambda () (? 1000 #f)))
(executor-submit! e list)

(define (status name)
  (let loop ((all (server-statuses)) (found '()))
    (cond ((null? all) found)
          ((eq? (cadr (car all)) name)
           (loop (cdr all) (cons (list-ref (car all) 2) found)))
          (else (loop (cdr all) found)))))
(define (text object)
  (call-with-output-string (lambda (port) (write object port))))
(define (until test) (if (not (test)) (begin (? 0.005 #f) (until test))))

(until (lambda () (member '((state . created) (getters . 1)) (status 'future))))
(until (lambda () (= 2 (length (status 'thread-pool)))))
(write (sort (status 'thread-pool) (lambda (a b) (string<? (text a) (text b)))))
(newline)
(write (list (car (member '((length . 2) (getters . 0) (putters . 0) (locked-by . #f))
                        (status 'shared-queue)))))
(newline)

;; Those that are no such server are not asked.
(define other
  (spawn (lambda () (! (? 1000) (? 0.05 'nothing-came))) name: 'shared-queue))
(define sample (node-sample))
(write (list-ref (assq other (cadr sample)) 13))
(newline)
(! other (self))
(write (?))
(newline)

;; The table has them too.
(define (contains? text part)
  (let loop ((i 0))
    (cond ((> (+ i (string-length part)) (string-length text)) #f)
          ((string=? part (substring text i (+ i (string-length part)))) #t)
          (else (loop (+ i 1))))))
(write (map (lambda (part) (contains? (top-text sample sample 100 'cpu) part))
            '("length 2, getters 0, putters 0" "size 2, idle 1, queued 0, futures 0, state running"
              "state created, getters 1" "status")))
(newline)
