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

(define (status name) (statuses-in-rows (server-statuses) name 2))
(define (statuses-in sample name) (statuses-in-rows (cadr sample) name 14))
(define (statuses-in-rows rows name index)
  (let loop ((rows rows) (found '()))
    (cond ((null? rows) found)
          ((and (eq? (cadr (car rows)) name) (pair? (list-ref (car rows) index)))
           (loop (cdr rows) (cons (list-ref (car rows) index) found)))
          (else (loop (cdr rows) found)))))
(define (text object)
  (call-with-output-string (lambda (port) (write object port))))
(define (until test) (if (not (test)) (begin (? 0.005 #f) (until test))))

(until (lambda () (member '((state . created) (getters . 1)) (status 'future))))
;; One that is just doing something tells nothing.
(define (until-told test)
  (let ((told (test)))
    (if told told (begin (? 0.005 #f) (until-told test)))))
(define pools
  (until-told (lambda ()
                (let ((all (status 'thread-pool))) (and (= 2 (length all)) all)))))
(write (sort pools (lambda (a b) (string<? (text a) (text b)))))
(newline)
(write (list (car (member '((length . 2) (getters . 0) (putters . 0) (locked-by . #f))
                        (status 'shared-queue)))))
(newline)

;; Those that are no such server are not asked.
(define other
  (spawn (lambda () (! (? 1000) (? 0.05 'nothing-came))) name: 'shared-queue))
(define sample
  (until-told (lambda ()
                (let ((sample (node-sample)))
                  (and (= 2 (length (statuses-in sample 'thread-pool)))
                       (pair? (statuses-in sample 'future))
                       sample)))))
(write (list-ref (assq other (cadr sample)) 14))
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
