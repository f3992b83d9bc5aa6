;; Timers.

(import (scheme base) (scheme write) (termite process) (kompics)
        (kompics lifecycle) (kompics timer))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))
(define me (self))
(define (tell . what) (! me what))
(define (heard n) (if (= n 0) '() (let ((m (?))) (cons m (heard (- n 1))))))
(define (drained)
  (let ((m (? 0 'nothing))) (if (eq? m 'nothing) '() (cons m (drained)))))

;; Asks for what it is told to, and tells what comes; `last` ends it.
(define-component (Uses name . events)
  (requires (timer Timer))
  (state (begun (component-time)))
  (upon (control Start)
    (for-each (lambda (event) (trigger event -> timer)) events))
  (upon (timer Timeout id) (tell name id (- (component-time) begun))))
(define-component (Root . users)
  (children (timer (create SystemTimer)))
  (for-each (lambda (arguments)
              (let ((user (apply create Uses arguments)))
                (connect Timer timer -> user)))
            users))
(define (names found) (map (lambda (m) (list (car m) (cadr m))) found))

(row "T1 once, and never early"
  (let* ((s (kompics-start Root (list 'a (ScheduleTimeout 0.02 'x)
                                      (ScheduleTimeout 0.05 'y))))
         (found (heard 2)))
    (kompics-shutdown! s)
    (list (names found)
          (>= (list-ref (car found) 2) 0.02)
          (>= (list-ref (cadr found) 2) 0.05)
          (drained))))
(row "T2 again and again"
  (let* ((s (kompics-start
             Root (list 'a (SchedulePeriodicTimeout 0.01 0.005 'tick))))
         (found (heard 5)))
    (kompics-shutdown! s)
    (list (names found) (>= (list-ref (list-ref found 4) 2) 0.03))))

(define-component (Stops)
  (requires (timer Timer))
  (state (n 0))
  (upon (control Start)
    (trigger (timer SchedulePeriodicTimeout 0.001 0.001 'tick)))
  (upon (timer Timeout id) (such-that (eq? id 'tick))
    (:= n (+ n 1))
    (if (= n 3)
        (begin
          (trigger (timer CancelPeriodicTimeout 'tick))
          (trigger (timer ScheduleTimeout 0.005 'end)))))
  ;; The timer has handled the cancelling before it tells of the end.
  (state (last #f))
  (upon (timer Timeout id) (such-that (eq? id 'end))
    (:= last n)
    (trigger (timer ScheduleTimeout 0.005 'later)))
  (upon (timer Timeout id) (such-that (eq? id 'later))
    (tell (= n last))))
(define-component (T2)
  (children (timer (create SystemTimer)) (stops (create Stops)))
  (channels (connect Timer timer -> stops)))
(row "T2 until it is cancelled"
  (let* ((s (kompics-start T2)) (found (heard 1)))
    (kompics-shutdown! s)
    found))
(row "T3 cancelled before, after, and unknown"
  (let* ((s (kompics-start
             Root (list 'a (ScheduleTimeout 0.01 'x) (CancelTimeout 'x)
                        (CancelTimeout 'unknown) (ScheduleTimeout 0.02 'y)
                        (ScheduleTimeout 0.03 'y))))
         (found (heard 1)))
    (kompics-shutdown! s)
    (list (names found) (>= (list-ref (car found) 2) 0.03))))
(row "T4 two components, one timer, the same id"
  (let* ((s (kompics-start
             Root (list 'a (ScheduleTimeout 0.005 'x))
             (list 'b (ScheduleTimeout 0.02 'x) (CancelTimeout 'z))
             (list 'c)))
         (found (heard 2)))
    (kompics-shutdown! s)
    (list (names found) (drained))))
(row "what is no time"
  (let ((s (kompics-start Root (list 'a (ScheduleTimeout 'soon 'x)))))
    (guard (f ((fault? f) (list (fault-path f) (event->list (fault-event f)))))
      (kompics-wait s))))
