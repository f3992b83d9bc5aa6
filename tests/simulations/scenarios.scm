;; Simulation: runs from seeds, scenarios, models of networks, checks, and
;; failures that are made smaller.

(import (scheme base) (scheme cxr) (scheme time) (scheme write)
        (termite process) (kompics)
        (kompics lifecycle) (kompics network) (kompics timer) (kompics sim))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))
(define (address name) (make-address (symbol->string name) 1))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (count-if test list)
  (cond ((null? list) 0)
        ((test (car list)) (+ 1 (count-if test (cdr list))))
        (else (count-if test (cdr list)))))
(define (kinds kind outcome)
  (count-if (lambda (entry) (eq? (cadr entry) kind)) (outcome-trace outcome)))

;; Sends a number to each of the others in each second, which answer.
(define-event (Ping n))
(define-event (Pong n))
(define-component (Pinger own others)
  (requires (net Network) (timer Timer))
  (state (n 0))
  (define (send-all)
    (:= n (+ n 1))
    (for-each (lambda (other)
                (trigger (net Msg (address own) (address other) (Ping n))))
              others))
  (upon (control Start)
    (trigger (timer SchedulePeriodicTimeout 0 1 'tick)))
  (upon (timer Timeout 'tick) (send-all))
  (upon (net Msg from to what)
    (let ((event (event->list what)))
      (observe! (car event) (cadr event))
      (if (eq? (car event) 'Ping)
          (trigger (net Msg to from (Pong (cadr event))))))))
(define-component (Node own others)
  (children (net (create TcpNetwork (address own)))
            (timer (create SystemTimer))
            (pinger (create Pinger own others)))
  (channels (connect Network net -> pinger) (connect Timer timer -> pinger)))
(define (names n)
  (map (lambda (i) (string->symbol (string-append "n" (number->string i))))
       (numbers 1 n)))
(define (all-of n)
  (let ((all (names n)))
    (apply at 0 (map (lambda (name) (start-node name Node name all)) all))))

(row "S1 the same seed, the same run"
  (let* ((plan (terminate-after 10 (all-of 3)))
         (a (run-scenario plan 1)) (b (run-scenario plan 1))
         (c (run-scenario plan 2)))
    (list (equal? (outcome-trace a) (outcome-trace b))
          (equal? (outcome-history a) (outcome-history b))
          (equal? (outcome-trace a) (outcome-trace c))
          (outcome-time a) (kinds 'sent a) (kinds 'sent c))))

;; Ten nodes that ask each other in each minute.
(row "S1 an hour of ten nodes in less than ten seconds"
  (define-component (Beat own others)
    (requires (net Network) (timer Timer))
    (state (answers 0))
    (define (send-all what)
      (for-each (lambda (other)
                  (trigger (net Msg (address own) (address other) what)))
                others))
    (upon (control Start)
      (trigger (timer SchedulePeriodicTimeout 0 60 'beat)))
    (upon (timer Timeout 'beat)
      (observe! own answers)
      (send-all (Ping answers)))
    (upon (net Msg from to what)
      (if (eq? (car (event->list what)) 'Ping)
          (trigger (net Msg to from (Pong 0)))
          (:= answers (+ answers 1)))))
  (define-component (Host own others)
    (children (net (create TcpNetwork (address own)))
              (timer (create SystemTimer))
              (beat (create Beat own others)))
    (channels (connect Network net -> beat) (connect Timer timer -> beat)))
  (let* ((all (names 10))
         (begun (current-jiffy))
         (outcome (run-scenario
                   (terminate-after
                    3601 (apply at 0
                                (map (lambda (name)
                                       (start-node name Host name all))
                                     all)))
                   1))
         (seconds (/ (- (current-jiffy) begun) (jiffies-per-second)))
         (last (car (reverse (outcome-history outcome)))))
    (list (length (outcome-history outcome)) (outcome-time outcome) last
          (< seconds 10))))

(row "S2 operations that arrive, one plan after another"
  (let* ((start (lambda (i)
                  (start-node i Node (list-ref (names 5) (- i 1)) '())))
         (plan
          (terminate-after
           10 (and-then (arrival (constant 1)
                                 (raise-operations 5 start (int-seq 1)))
                        10
                        (in-parallel
                         (arrival (constant 2)
                                  (raise-operations 2 kill-node (int-seq 1)))
                         (at 1 (change-network '(loss 0)))))))
         (o (run-scenario plan 3)))
    (list (map (lambda (entry) (list (car entry) (cadr entry) (caddr entry)))
               (outcome-trace o))
          (outcome-time o))))
(row "S2 two kinds of operations, mixed"
  (let* ((plan (lambda (seed)
                 (arrival (uniform 1 3)
                          (raise-operations 3 kill-node (int-seq 1))
                          (raise-operations 3 kill-node (uniform 10 20)))))
         (times (lambda (seed)
                  (outcome-time (run-scenario (plan seed) seed)))))
    (list (<= 6 (times 1) 18) (= (times 1) (times 1)))))

(row "S2 no operation of a kind"
  (let* ((none (raise-operations 0 kill-node (int-seq 1)))
         (operations (lambda raised
                       (length (outcome-trace
                                (run-scenario (apply arrival (constant 1) raised) 1))))))
    (list (operations none)
          (= (operations none (raise-operations 2 kill-node (int-seq 1)))
             (operations (raise-operations 2 kill-node (int-seq 1)))))))

(define (with-network seconds . changes)
  (run-scenario (in-parallel (at 0 (apply change-network changes))
                             (terminate-after seconds (all-of 2)))
                5))
(row "S3 loss, duplicates, delay"
  (let* ((o (with-network 500 '(loss 1/10)))
         (lost (kinds 'lost o))
         (sent (count-if (lambda (entry)
                           (and (eq? (cadr entry) 'sent)
                                (not (eq? (list-ref entry 3)
                                          (list-ref entry 4)))))
                         (outcome-trace o))))
    (list (< 0.07 (/ lost sent) 0.13)
          (let ((o (with-network 100 '(duplicates 1/5))))
            (< 1.1 (/ (kinds 'came o) (kinds 'sent o)) 1.3))
          (let* ((o (with-network 5 '(latency (constant 1/4)))))
            (map car (let keep ((rest (outcome-trace o)))
                       (cond ((null? rest) '())
                             ((and (eq? (cadar rest) 'came)
                                   (not (eq? (list-ref (car rest) 3)
                                             (list-ref (car rest) 4)))
                                   (< (caar rest) 1))
                              (cons (car rest) (keep (cdr rest))))
                             (else (keep (cdr rest))))))))))
(row "S3 parted and healed"
  (let* ((o (run-scenario
             (in-parallel
              (at 2.5 (change-network '(partition (n1) (n2))))
              (at 4.5 (change-network '(heal)))
              (terminate-after
               7 (at 0 (start-node 'n1 Node 'n1 '(n2))
                       (start-node 'n2 Node 'n2 '()))))
             1)))
    (map car (simulation-result o 'Ping))))

;; The component of the simulation as processes.
(define me (self))
(define-component (Reports own others)
  (requires (net Network))
  (upon (net Msg from to what) (! me (event->list what))))
(define-component (Ready own)
  (children (net (create TcpNetwork (make-address "127.0.0.1" 0)))
            (timer (create SystemTimer))
            (pinger (create Pinger own '())) (reports (create Reports own '())))
  (channels (connect Network net -> pinger) (connect Network net -> reports)
            (connect Timer timer -> pinger))
  (upon (control Started c)
    (trigger (loopback Ping 1))))
(row "S4 the same components as processes"
  (let ((s (kompics-start Ready 'n1)))
    (list (kompics-running? s) (kompics-shutdown! s))))

;;; Faults, kills and starts again

(define-component (Bad) (upon (control Start) (error "bad" 5)))
(define-component (BadBody) (car 5))
(row "a fault of a root"
  (list (map (lambda (entry) (list (car entry) (cadr entry)
                                   (fault-path (caddr entry))))
             (outcome-faults (run-scenario (at 1 (start-node 'a Bad)) 1)))
        (failure-reason
         (find-failure (at 1 (start-node 'a Bad)) (lambda (o) #t) 1 1))
        (failure-reason
         (find-failure (at 1 (start-node 'a BadBody)) (lambda (o) #t) 1 1))))
(row "killed and started again"
  (let ((o (run-scenario
            (in-parallel (at 0 (start-node 'n1 Node 'n1 '(n2))
                               (start-node 'n2 Node 'n2 '()))
                         (at 1.5 (kill-node 'n2))
                         (at 3.5 (start-node 'n2 Node 'n2 '()))
                         (at 5.5 (end-simulation)))
            1)))
    (list (map car (simulation-result o 'Ping)) (kinds 'lost o))))

;; What a component is sent is its own.
(define-event (Take list))
(define-component (Changes)
  (state (mine (list 1 2)))
  (upon (control Start)
    (trigger (loopback Take mine))
    (set-car! mine 'changed))
  (upon (loopback Take it) (observe! 'got it)))
(row "events are copies"
  (simulation-result (run-scenario (at 0 (start-node 'a Changes)) 1) 'got))

;;; Failures

;; Delivers the first of two messages only if they come in a certain order.
(define-component (Races own)
  (children (net (create TcpNetwork (address own))) (race (create Race own)))
  (channels (connect Network net -> race))
  (requires (up Up))
  (upon (loopback Ping n) (trigger (up Ping n)))
  (channels (connect Up race -> up)))
(define-port-type Up (request Ping))
(define-component (Race own)
  (requires (net Network))
  (provides (up Up))
  (upon (up Ping n) (trigger (net Msg (address own) (address 'b) (Ping n))))
  (upon (net Msg _ _ what) (observe! 'got (cadr (event->list what)))))
(define (in-order? outcome)
  (let ((got (map car (simulation-result outcome 'got))))
    (if (or (null? got) (apply <= got)) #t (list 'out-of-order got))))
(define race
  (in-parallel
   (at 0 (start-node 'a Races 'a) (start-node 'b Races 'b)
         (start-node 'c Races 'c) (change-network '(order any)))
   (apply in-parallel
          (map (lambda (n) (at (+ 1 (/ n 1000))
                               (tell-node (if (odd? n) 'a 'c) (Ping n))))
               (numbers 1 8)))))
(define found (find-failure race in-order? 1 50))
(row "a failure is made smaller"
  (list (failure? found) (car (failure-reason found))
        (length (cadr (failure-reason found)))
        (length (failure-commands found))
        (equal? (failure-reason found)
                (failure-reason (find-failure race in-order? 1 50)))))
(row "no failure"
  (find-failure (in-parallel race (at 1 (change-network '(latency (constant 0))
                                                        '(order fifo))))
                in-order? 1 5))
(row "a diagram has all messages"
  (let ((text (sequence-diagram (failure-outcome found)))
        (mermaid (mermaid-diagram (failure-outcome found))))
    (define (lines text)
      (count-if (lambda (c) (char=? c #\newline)) (string->list text)))
    (list (= (lines text)
             (+ (kinds 'sent (failure-outcome found))
                (kinds 'start (failure-outcome found))
                (kinds 'network (failure-outcome found))
                (length (outcome-history (failure-outcome found)))))
          (substring mermaid 0 15))))
(row "what is observed comes before what is sent at the same moment"
  (sequence-diagram
   (make-outcome '((1 start a) (1 came 1 b a x) (1 sent 2 a b y)
                   (1 came 2 a b y))
                 '((1 a call 1 y)))))

;;; Checks that are right about made-up runs

(define (register state o)
  (case (car o)
    ((read) (list state state))
    ((write) (list (cadr o) 'ok))
    ((cas) (if (equal? state (cadr o))
               (list (caddr o) #t)
               (list state #f)))))
(row "linearizable"
  (map (lambda (history) (linearizable? history 0 register))
       '(((0 1 (write 1) ok) (2 3 (read) 1))
         ((0 3 (write 1) ok) (1 2 (read) 0))
         ((0 1 (write 1) ok) (2 3 (read) 0))
         ((0 5 (write 1) ok) (1 2 (read) 1) (3 4 (read) 0))
         ((0 #f (write 1) #f) (1 2 (read) 1) (3 4 (read) 1))
         ((0 #f (write 1) #f) (1 2 (read) 0) (3 4 (read) 1))
         ((0 3 (cas 0 1) #t) (1 2 (cas 0 2) #t))
         ((0 3 (cas 0 1) #t) (1 2 (cas 0 2) #f)))))

(define-event (Does what))
(define-component (Actor)
  (upon (loopback Does what) (apply observe! what)))
;; A run in which nodes observe what the list says.
(define (acted kills . steps)
  (run-scenario
   (apply in-parallel
          (at 0 (start-node 'a Actor) (start-node 'b Actor)
                (start-node 'c Actor))
          (append
           (map (lambda (kill) (at (cdr kill) (kill-node (car kill)))) kills)
           (let loop ((rest steps) (n 1))
             (if (null? rest)
                 '()
                 (cons (at n (tell-node (caar rest) (Does (cdar rest))))
                       (loop (cdr rest) (+ n 1)))))))
   1))
(define (verdict kind kills . steps)
  (let ((found ((check-broadcast kind) (apply acted kills steps))))
    (if (pair? found) (car found) found)))
(define all '((a deliver a m) (b deliver a m) (c deliver a m)))
(row "broadcasts"
  (list (apply verdict 'uniform '() '(a broadcast m) all)
        (apply verdict 'best-effort '() all)
        (apply verdict 'best-effort '() '(a broadcast m) (car all) all)
        (verdict 'best-effort '() '(a broadcast m) (car all))
        (verdict 'best-effort '((a . 9)) '(a broadcast m) '(b deliver a m))
        (verdict 'reliable '((a . 9)) '(a broadcast m) '(b deliver a m))
        (verdict 'reliable '((a . 9)) '(a broadcast m) '(a deliver a m))
        (verdict 'uniform '((a . 9)) '(a broadcast m) '(a deliver a m))
        (apply verdict 'causal '()
               (append '((a broadcast m)) all '((b broadcast k))
                       '((a deliver b k) (b deliver b k) (c deliver b k))))
        (verdict 'causal '() '(a broadcast m) '(a deliver a m)
                 '(b deliver a m) '(b broadcast k) '(b deliver b k)
                 '(c deliver b k) '(a deliver b k) '(c deliver a m))))
(row "failure detectors"
  (map (lambda (kind kills steps)
         (let ((found ((check-failure-detector kind)
                       (apply acted kills steps))))
           (if (pair? found) (car found) found)))
       '(perfect perfect perfect eventual eventual eventual)
       '(((a . 3/2)) () ((a . 9)) () () ((a . 3/2)))
       '(((b nothing) (b suspect a) (c suspect a))
         ((b suspect a))
         ((b suspect a) (c suspect a))
         ((b suspect a) (b restore a))
         ((b suspect a))
         ((b nothing) (b suspect a)))))
