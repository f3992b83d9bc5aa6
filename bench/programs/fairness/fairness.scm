;;; How long an answer takes beside a thousand processes that never wait: the
;;; ninety-ninth of a hundred, for a server of the usual priority and for one of
;;; high priority.

(import (scheme base) (scheme write) (scheme time) (mound sort)
        (only (termite process) ! !? ? recv self spawn terminate! priority:
              process-info))
(include "../mound.scm")
(include "../measure.scm")

(define busy 1000)
(define asked 100)

(define (spin n) (spin (if (= n 1000) 0 (+ n 1))))

(define (start count pids)
  (if (= count 0)
      pids
      (start (- count 1) (cons (spawn (lambda () (spin 0))) pids))))

(define (echo)
  (recv ((from tag n) (! from (list tag n))))
  (echo))

(define (microseconds-of server)
  (let ((start (current-jiffy)))
    (!? server 'ping)
    (quotient (* 1000000 (- (current-jiffy) start)) (jiffies-per-second))))

;; The asker has the priority of its server.
(define (percentile-99 priority)
  (let ((me (self)))
    (spawn
     (lambda ()
       (let ((server (spawn echo priority: priority)))
         (let loop ((left asked) (times '()))
           (if (> left 0)
               (loop (- left 1) (cons (microseconds-of server) times))
               (begin
                 (terminate! server)
                 (! me (list-ref (sort times <)
                                 (quotient (* 99 asked) 100))))))))
     priority: priority)
    (?)))

(let ((pids (start busy '())))
  (report 'fairness-normal 'done (percentile-99 'normal) 1 '-)
  (report 'fairness-high 'done (percentile-99 'high) 1 '-)
  (for-each terminate! pids))
