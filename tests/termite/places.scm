;; Two processes that answer each other at once, whatever they wait for and
;; whatever is sent: the receiver of each message waits, and the sender waits
;; next. What comes in between is not passed over.
(import (scheme base) (scheme write) (termite process))

(define (show . parts)
  (for-each display parts)
  (newline))

;; A process that answers each message with itself until it gets stop.
(define (echo receive)
  (let ((parent (self)))
    (spawn
     (lambda ()
       (let loop ()
         (let ((message (receive)))
           (! parent message)
           (if (not (eq? message 'stop)) (loop))))))))

(define (numbers from to)
  (if (= from to) '() (cons from (numbers (+ from 1) to))))

(define messages
  (list 1 'word #\c '() (list 1 2 3) (numbers 0 8) (numbers 0 9) (numbers 0 64)
        (numbers 0 65) (numbers 0 300) (list (list 1) "text") "text"
        (vector 1 (list 2) 3.5) 2.5 (expt 7 80) (cons 1 2) (list 1 "two")
        (let ((shared (list 1))) (list shared shared))))

(define (any-message) (?))
(define (by-pattern) (recv (message message)))
(define (guarded)
  (recv (message (where (not (eq? message 'skip))) message)))

(define (in-time) (? 60 'late))
(define (in-time-by-pattern) (recv (message message) (after 60 'late)))

(define (exchange name receive answer)
  (let ((partner (echo receive)))
    ;; The first turns are those of new processes.
    (do ((round 0 (+ round 1))) ((= round 50))
      (for-each
       (lambda (message)
         (! partner message)
         (let ((received (answer)))
           (if (not (equal? received message))
               (show name ": " received " is not " message))))
       messages))
    (! partner 'stop)
    (show name " " (answer))))

(exchange "any, any" any-message any-message)
(exchange "any, pattern" any-message by-pattern)
(exchange "pattern, any" by-pattern any-message)
(exchange "pattern, pattern" by-pattern by-pattern)
(exchange "guard, guard" guarded guarded)
(exchange "time, any" in-time any-message)
(exchange "any, time" any-message in-time)
(exchange "time, pattern and time" in-time in-time-by-pattern)

;; Who waits in vain while others answer each other is told in time.
(let ((partner (echo in-time)))
  (do ((round 0 (+ round 1))) ((= round 20))
    (! partner round)
    (if (not (eqv? (? 60 'late) round)) (show "not " round)))
  (show "in vain: " (? 0.01 'late))
  (! partner 'stop)
  (show "in time: " (? 60 'late)))

;; What was received cannot be changed, however it came.
(let ((partner (echo any-message)))
  (! partner (list 1 2 3))
  (let ((received (?)))
    (show "frozen: "
          (call-with-current-continuation
           (lambda (return)
             (with-exception-handler
              (lambda (condition) (return 'yes))
              (lambda () (set-car! received 5) 'no))))))
  (! partner 'stop)
  (?))

;; A message that does not fit stays, and the order is that of arrival.
(let ((partner
       (let ((parent (self)))
         (spawn
          (lambda ()
            (let loop ((seen '()))
              (recv (('count n)
                     (recv (('add m) (! parent (list 'sum (+ n m)))))
                     (loop (cons n seen)))
                    ('end (! parent (cons 'seen seen))))))))))
  (! partner '(count 1))
  (! partner '(count 2))
  (! partner '(add 10))
  (show (?))
  (! partner '(add 20))
  (show (?))
  (! partner 'end)
  (show (?)))

;; A linked process ends while another one is asked: both are told, in any
;; order.
(let* ((partner (echo by-pattern))
       (doomed (spawn-link (lambda () (raise (?)))))
       (next (lambda ()
               (call-with-current-continuation
                (lambda (return)
                  (with-exception-handler
                   (lambda (condition) (return 'the-end-of-another))
                   (lambda () (recv (message message)))))))))
  (! doomed 'sorry)
  (! partner 'hello)
  (let* ((first (next)) (second (next)))
    (show "told: " (if (eq? first 'hello) second first)))
  (! partner 'stop)
  (recv ('stop 'stopped)))

;; Monitors tell who waits for a pattern.
(let ((watched (spawn (lambda () (?)))))
  (let ((tag (monitor watched)))
    (! watched 'end)
    (show (recv (('down t pid reason object)
                 (list (eq? t tag) (eq? pid watched) reason))))))

;; Timers fire beside processes that never stop to answer each other.
(let ((partner (echo any-message)) (me (self)))
  (spawn (lambda () (recv (after 0.02 (! me 'time)))))
  (! partner 'ping)
  (let loop ((count 0))
    (let ((message (?)))
      (if (eq? message 'time)
          (begin
            (show "the time came " (if (> count 10) "after many" "too soon"))
            (! partner 'stop)
            (let drain () (if (not (eq? (?) 'stop)) (drain))))
          (begin (! partner message) (loop (+ count 1)))))))

;; Each uses up its own fuel, and both come to their end beside busy processes.
(let ((busy (spawn (lambda () (let loop () (loop)))))
      (partner (echo by-pattern)))
  (do ((round 0 (+ round 1))) ((= round 1000))
    (! partner (list 'round round))
    (recv (('round n) (if (not (= n round)) (show n)))))
  (terminate! busy)
  (! partner 'stop)
  (show "beside the busy: " (?)))
