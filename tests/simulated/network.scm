;; Networks that are changed: how long a message is under way, what is lost and
;; sent again, cuts of one way, partitions, clocks, and nodes that start again.
(import (scheme base) (scheme write) (scheme time) (mound clock)
        (mound conditions) (mound simulate) (termite process) (kompics sim))

(define (show . objects)
  (for-each display objects)
  (newline))
(define echo "tests/simulated/echo.scm")
(define nodes
  (map (lambda (name) (cons name (remote-service
                                  'echo (simulate-node name echo))))
       '(a b)))
(define (service name) (cdr (assq name nodes)))

;; How long a question takes, in milliseconds, and what is answered: the time of
;; day there and a count.
(define (ask name)
  (let* ((begin (monotonic-time))
         (answer (guard (e ((condition? e) (list #f (condition-kind e))))
                   (let* ((tag (make-tag)))
                     (! (service name) (list (self) tag 'ask))
                     (recv ((,tag time count) (list time count))
                           (after 60 '(#f nothing)))))))
    (cons (exact (round (* 1000 (- (monotonic-time) begin)))) answer)))
(define (time-of name) (car (ask name)))
(sleep 1)
(for-each ask '(a b))

(change-network! (list 'latency (constant 0.03))
                 (list 'latency (constant 0.2) 'a 'scenario))
(show "a is far away on the way back, b is not: " (time-of 'a) " "
      (time-of 'b))
(change-network! '(latency (uniform 0.01 0.01)))
(show "all ways are alike: " (time-of 'a) " " (time-of 'b))

(define (times n)
  (if (= n 0) '() (cons (time-of 'a) (times (- n 1)))))
(change-network! '(loss 1/10))
(define lossy (times 200))
(define (count-if test list)
  (let loop ((rest list) (n 0))
    (cond ((null? rest) n)
          ((test (car rest)) (loop (cdr rest) (+ n 1)))
          (else (loop (cdr rest) n)))))
;; Two ways: one of ten is lost on each.
(define late (count-if (lambda (time) (>= time 220)) lossy))
(show "a tenth is lost: " (< 18 late 66) " "
      (count-if (lambda (time) (< time 20)) lossy))
(change-network! '(loss 0))

;; The mean of exponential times.
(change-network! (list 'latency (exponential 0.05)))
(show "exponential: " (< 85 (/ (apply + (times 200)) 200) 115))
(change-network! (list 'latency (normal 0.05 0.001)))
(show "normal: " (< 98 (/ (apply + (times 100)) 100) 102))
(change-network! '(latency (constant 0.01)))

(define (ask-for name seconds)
  (let ((tag (make-tag)))
    (! (service name) (list (self) tag 'ask))
    (recv ((,tag _ count) count)
          (after seconds 'nothing))))
(define before (cadr (cdr (ask 'a))))
(change-network! '(cut a scenario))
(show "what a says does not arrive: " (ask-for 'a 1))
(change-network! '(heal a scenario))
(sleep 1)
(show "but it heard what it was asked: " (- (ask-for 'a 1) before))

(change-network! '(partition (scenario a) (b)))
(show "parted: " (number? (ask-for 'a 1)) " " (ask-for 'b 1))
(change-network! '(heal))
(sleep 10)
(show "healed: " (number? (ask-for 'b 5)))

(define (round-seconds time) (exact (round time)))
(set-clock! 'a 3600)
(set-clock! 'b -5)
(show "clocks are off by "
      (round-seconds (- (cadr (ask 'a)) (current-second))) " and "
      (round-seconds (- (cadr (ask 'b)) (current-second))))

(restart-node! 'a)
(sleep 5)
(show "a has forgotten what it counted: " (ask-for 'a 5) " "
      (standing-of-node 'a))
(show (optional-step 'last (lambda () 'done)))
(for-each
 (lambda (change)
   (show (guard (e ((condition? e) (condition-kind e)))
           (change-network! change))))
 '((loss 2) (latency (uniform 2 1)) (latency (constant -1)) (cut a) (part a)
   latency))
