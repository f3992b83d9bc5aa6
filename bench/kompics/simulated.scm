;;; Simulated nodes: ten of them, each of which sends a message to the next one
;;; in each second of an hour, or of as many seconds as are given. Usage:
;;;
;;;   mound run simulated.scm [SECONDS]
;;;
;;; Prints the seconds that it took, and millions of events handled a second.

(import (scheme base) (scheme process-context) (scheme write) (scheme time)
        (kompics) (kompics lifecycle) (kompics network) (kompics timer)
        (kompics sim))

(define-event (Ping n))
(define (address name) (make-address (symbol->string name) 1))

(define-component (Pinger own other)
  (requires (net Network) (timer Timer))
  (state (sent 0) (got 0))
  (upon (control Start) (trigger (timer SchedulePeriodicTimeout 0 1 'tick)))
  (upon (timer Timeout 'tick)
    (:= sent (+ sent 1))
    (trigger (net Msg (address own) (address other) (Ping sent))))
  (upon (net Msg from to what) (:= got (+ got 1))))

(define-component (Node own other)
  (children (net (create TcpNetwork (address own)))
            (timer (create SystemTimer))
            (pinger (create Pinger own other)))
  (channels (connect Network net -> pinger) (connect Timer timer -> pinger)))

(define names '(a b c d e f g h i j))
(define plan
  (apply at 0
         (map (lambda (name other) (start-node name Node name other))
              names (append (cdr names) (list (car names))))))

(define (rounded number) (/ (round (* 100 number)) 100))
(let* ((horizon
        (if (pair? (cdr (command-line)))
            (string->number (cadr (command-line)))
            3600))
       (begin (current-jiffy))
       (outcome (run-scenario plan 1 horizon))
       (seconds (inexact (/ (- (current-jiffy) begin) (jiffies-per-second)))))
  (write (rounded seconds))
  (write-char #\space)
  (write (rounded (/ (outcome-steps outcome) seconds 1e6)))
  (newline))
