;; The same with Guile's own threads and futures: a thread for each task, ten at
;; a time, ten threads with a queue of tasks, and (ice-9 futures), which has a
;; pool of a thread for each core.

(use-modules (ice-9 threads) (ice-9 futures) (srfi srfi-1))

(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(define (heavy-task n) (lambda () (fib n)))
(define (sum list) (apply + list))

(define threads 0)
(define (count-threads!) (set! threads (max threads (length (all-threads)))))

(define (start n) (call-with-new-thread (heavy-task n)))

(define (no-management n*)
  (let ((all (map start n*)))
    (count-threads!)
    (sum (map join-thread all))))

(define (manual-management n*)
  (let loop ((n* n*) (result 0))
    (if (null? n*)
        result
        (let* ((count (min 10 (length n*))) (all (map start (take n* count))))
          (count-threads!)
          (loop (drop n* count) (+ result (sum (map join-thread all))))))))

(define (thread-pool n*)
  (let ((mutex (make-mutex)) (left n*) (result 0))
    (define (next!)
      (with-mutex mutex
        (and (pair? left)
             (let ((n (car left))) (set! left (cdr left)) n))))
    (define (work)
      (let ((n (next!)))
        (when n
          (let ((value ((heavy-task n))))
            (with-mutex mutex (set! result (+ result value))))
          (work))))
    (let ((workers (map (lambda (i) (call-with-new-thread work)) (iota 10))))
      (count-threads!)
      (for-each join-thread workers)
      result)))

(define (executor n*)
  (let ((futures (map (lambda (n) (make-future (heavy-task n))) n*)))
    (count-threads!)
    (sum (map touch futures))))

(define (alone n*) (sum (map fib n*)))

(define styles
  `((none . ,no-management) (manual . ,manual-management) (pool . ,thread-pool)
    (executor . ,executor) (alone . ,alone)))

(let* ((words (cdr (command-line)))
       (run (assq-ref styles (string->symbol (car words))))
       (n*
        (map (lambda (i) (+ 20 (modulo i 6)))
             (iota (string->number (cadr words)))))
       (start (get-internal-real-time))
       (answer (run n*))
       (end (get-internal-real-time)))
  (format #t "~a ~a ~a~%" answer
          (round (/ (* 1000 (- end start)) internal-time-units-per-second))
          threads))
