;; The four programs of the paper on (util concurrent): how is written in
;; README.md. Arguments: none, manual, pool or executor, and how many tasks.
;; Prints the sum of the results, milliseconds, and the most processes there were.

(import (scheme base) (scheme write) (scheme time) (scheme process-context)
        (srfi 18) (only (termite process) process-list) (util concurrent))

(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(define (heavy-task n) (lambda () (fib n)))
(define (sum list) (apply + list))

(define processes 0)
(define (count-processes!)
  (set! processes (max processes (length (process-list)))))

(define (start n) (thread-start! (make-thread (heavy-task n))))

(define (no-management n*)
  (let ((threads (map start n*)))
    (count-processes!)
    (sum (map thread-join! threads))))

(define (manual-management n*)
  (let loop ((n* n*) (count 0) (threads '()) (result 0))
    (cond ((or (null? n*) (= count 10))
           (count-processes!)
           (let ((result (+ result (sum (map thread-join! threads)))))
             (if (null? n*) result (loop n* 0 '() result))))
          (else
           (loop (cdr n*)
                 (+ count 1)
                 (cons (start (car n*)) threads)
                 result)))))

(define (thread-pool n*)
  (let ((pool (make-thread-pool 10)) (queue (make-shared-queue)))
    (for-each (lambda (n)
                (let ((task (heavy-task n)))
                  (thread-pool-push-task!
                   pool
                   (lambda () (shared-queue-put! queue (task))))))
              n*)
    (count-processes!)
    (thread-pool-release! pool)
    (sum (shared-queue->list queue))))

(define (executor n*)
  (let ((e (make-thread-pool-executor 10)))
    (let loop ((n* n*) (futures '()) (result 0))
      (cond ((null? n*)
             (count-processes!)
             (let ((result (+ result (sum (map future-get futures)))))
               (for-each future-close! futures)
               (shutdown-executor! e)
               result))
            ((executor-available? e)
             (loop (cdr n*)
                   (cons (executor-submit! e (heavy-task (car n*))) futures)
                   result))
            (else
             (count-processes!)
             (let ((result (+ result (sum (map future-get futures)))))
               (for-each future-close! futures)
               (loop n* '() result)))))))

;; The work alone, in one process.
(define (alone n*) (sum (map fib n*)))

(define styles
  `((none . ,no-management) (manual . ,manual-management) (pool . ,thread-pool)
    (executor . ,executor) (alone . ,alone)))

(define (arguments count)
  (let loop ((i (- count 1)) (n* '()))
    (if (< i 0) n* (loop (- i 1) (cons (+ 20 (modulo i 6)) n*)))))

(let* ((words (cdr (command-line)))
       (run (cdr (assq (string->symbol (car words)) styles)))
       (n* (arguments (string->number (cadr words))))
       (start (current-jiffy))
       (answer (run n*))
       (end (current-jiffy)))
  (write answer)
  (display " ")
  (write (round (/ (* 1000 (- end start)) (jiffies-per-second))))
  (display " ")
  (write processes)
  (newline))
