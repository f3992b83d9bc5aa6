;;; Pairs that send each other numbers, with a window of messages under way, as
;;; Kroll, Carbone and Haridi measured them (2017, figure 2, after Nordwall):
;;; as components, and as processes alone. Usage:
;;;
;;;   mound run pairs.scm components|processes PAIRS MESSAGES
;;;
;;; Prints millions of messages a second.

(import (scheme base) (scheme process-context) (scheme write) (scheme time)
        (termite process) (kompics) (kompics lifecycle))

(define window 1000)
(define main (self))

(define (times n thunk)
  (when (> n 0)
    (thunk)
    (times (- n 1) thunk)))

;;; Components

(define-event (Ping n))
(define-event (Pong n))
(define-port-type Table (request Ping) (indication Pong))

(define-component (Ponger)
  (provides (table Table))
  (upon (table Ping n) (trigger (table Pong n))))

(define-component (Pinger count)
  (requires (table Table))
  (state (sent 0) (got 0))
  (define (ping!)
    (:= sent (+ sent 1))
    (trigger (table Ping sent)))
  (upon (control Start) (times window ping!))
  (upon (table Pong n)
    (:= got (+ got 1))
    (cond ((< sent count) (ping!))
          ((= got count) (! main 'done)))))

(define-component (Pair count)
  (children (ponger (create Ponger)) (pinger (create Pinger count)))
  (channels (connect Table ponger -> pinger)))

(define (start-components count)
  (let ((system (kompics-start Pair count)))
    (lambda () (kompics-shutdown! system))))

;;; Processes

(define (pong)
  (recv ((from 'ping n)
         (! from (list 'pong n))
         (pong))))

(define (ping there sent got count)
  (recv (('pong n)
         (cond ((< sent count)
                (! there (list (self) 'ping (+ sent 1)))
                (ping there (+ sent 1) (+ got 1) count))
               ((= (+ got 1) count) (! main 'done))
               (else (ping there sent (+ got 1) count))))))

(define (start-processes count)
  (let ((there (spawn pong)))
    (spawn (lambda ()
             (times window (lambda () (! there (list (self) 'ping 0))))
             (ping there window 0 count)))
    (lambda () (terminate! there))))

;; Each message has an answer, which is a message too.
(define (measure start pairs messages)
  (let* ((count (quotient messages (* 2 pairs)))
         (begin (current-jiffy))
         (ends (let loop ((left pairs))
                 (if (= left 0)
                     '()
                     (let ((end (start count)))
                       (cons end (loop (- left 1))))))))
    (times pairs (lambda () (recv ('done #t))))
    (let ((seconds (/ (- (current-jiffy) begin) (jiffies-per-second))))
      (for-each (lambda (end) (end)) ends)
      (/ (* 2 count pairs) seconds 1e6))))

(let* ((arguments (cdr (command-line)))
       (start (if (equal? (car arguments) "components")
                  start-components
                  start-processes)))
  (write (/ (round (* 100 (measure start (string->number (cadr arguments))
                                   (string->number (list-ref arguments 2)))))
            100))
  (newline))
