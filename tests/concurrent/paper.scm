;; The listings of the paper of Kato (2016), in its order. They import the
;; libraries of R7RS for those of R6RS, and print what the paper says.

(import (scheme base) (scheme write) (only (srfi 1) iota)
        (except (srfi 18) raise with-exception-handler)
        (util concurrent))

(define (show object) (write object) (newline))

(define (fib n)
  (if (< n 2)
      n
      (+ (fib (- n 1))
         (fib (- n 2)))))

;; Listing 1.
(define (async-fib n)
  (thread-start!
   (make-thread (lambda () (fib n)))))

(show (map thread-join!
           (list (async-fib 15)
                 (async-fib 10))))

;; Listing 2.
(define shared-queue (make-shared-queue))

(define thread1
  (make-thread
   (lambda ()
     (list
      (shared-queue-get! shared-queue)
      (shared-queue-get! shared-queue)))))

(thread-start! thread1)

(define (push)
  (shared-queue-put! shared-queue 'wakeup!))

(for-each thread-start!
          (list (make-thread push)
                (make-thread push)))

(show (thread-join! thread1))

;; Listing 3.
(define thread-pool (make-thread-pool 10))

(thread-pool-push-task! thread-pool
  (lambda ()
    (display (fib 16)) (newline)))

(thread-pool-wait-all! thread-pool)

;; Listing 4.
(define id
  (thread-pool-push-task! thread-pool
    (lambda ()
      (shared-queue-get!
       (make-shared-queue)))))

(thread-pool-thread-terminate! thread-pool id)
(show (thread-pool-idling-count thread-pool))

;; Listing 5.
(define thread-pool-executor
  (make-thread-pool-executor 10))

(define executed
  (executor-submit! thread-pool-executor
    (lambda () 'executed)))

(show (future-get executed))

;; Listings 6 to 9. Each gives its results, which those of the paper drop.
(define (heavy-task n) (lambda () (fib n)))

(define (no-management n*)
  (map thread-join!
       (map (lambda (n)
              (thread-start!
               (make-thread (heavy-task n))))
            n*)))

(define (manual-management n*)
  (let loop ((n* n*) (n 0) (t* '()) (r '()))
    (cond ((null? n*)
           (apply append (cons (map thread-join! t*) r)))
          ((= n 10)
           (loop n* 0 '() (cons (map thread-join! t*) r)))
          (else
           (loop (cdr n*)
                 (+ n 1)
                 (cons (thread-start! (make-thread (heavy-task (car n*)))) t*)
                 r)))))

(define (with-a-pool n*)
  (let ((tp (make-thread-pool 10))
        (sq (make-shared-queue)))
    (let loop ((n* n*))
      (if (null? n*)
          (thread-pool-release! tp)
          (let ((p (heavy-task (car n*))))
            (thread-pool-push-task! tp
              (lambda ()
                (shared-queue-put! sq (p))))
            (loop (cdr n*)))))
    (shared-queue->list sq)))

(define (with-an-executor n*)
  (let ((e (make-thread-pool-executor 10)))
    (let loop ((n* n*) (f* '()) (r '()))
      (cond ((null? n*)
             (let ((last (map future-get f*)))
               (shutdown-executor! e)
               (append last r)))
            ((executor-available? e)
             (let ((f (executor-submit! e (heavy-task (car n*)))))
               (loop (cdr n*) (cons f f*) r)))
            (else
             (loop n* '() (append (map future-get f*) r)))))))

;; Listing 10: the arguments, with smaller numbers.
(define n* (map (lambda (i) (+ 5 (modulo i 6))) (iota 35)))
(define sum (apply + (map fib n*)))

(show (map (lambda (run) (- sum (apply + (run n*))))
           (list no-management manual-management with-a-pool with-an-executor)))
