;;; Failure detectors and leader election: textbook, chapter 2.

;;> ExcludeOnTimeout: with the arguments pi and delta, in seconds, within which
;;> a request and its reply arrive; PerfectFailureDetector over FairLossLinks
;;> and a Timer. Algorithm 2.5.
;;> Example: (eval '(begin (define-component (Root) (children (p (create ExcludeOnTimeout '() 1)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (ExcludeOnTimeout pi delta)
  (provides (p PerfectFailureDetector))
  (requires (fll FairLossLinks) (timer Timer))
  (state (alive pi) (detected '()))
  (upon (control Start) (trigger (timer ScheduleTimeout delta 'check)))
  (upon (timer Timeout 'check)
    (for-each (lambda (q)
                (if (not (or (member q alive) (member q detected)))
                    (begin
                      (:= detected (cons q detected))
                      (trigger (p Crash q))))
                (trigger (fll Send q 'HEARTBEAT-REQUEST)))
              pi)
    (:= alive '())
    (trigger (timer ScheduleTimeout delta 'check)))
  (upon (fll Deliver q 'HEARTBEAT-REQUEST)
    (trigger (fll Send q 'HEARTBEAT-REPLY)))
  (upon (fll Deliver q 'HEARTBEAT-REPLY) (:= alive (with q alive))))

;;> IncreasingTimeout: with the arguments pi and delta, in seconds;
;;> EventuallyPerfectFailureDetector over FairLossLinks and a Timer. Algorithm
;;> 2.7.
;;> Example: (eval '(begin (define-component (Root) (children (p (create IncreasingTimeout '() 1)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (IncreasingTimeout pi delta)
  (provides (ep EventuallyPerfectFailureDetector))
  (requires (fll FairLossLinks) (timer Timer))
  (state (alive pi) (suspected '()) (delay delta))
  (define (mistaken?)
    (let loop ((rest suspected))
      (cond ((null? rest) #f)
            ((member (car rest) alive) #t)
            (else (loop (cdr rest))))))
  (upon (control Start) (trigger (timer ScheduleTimeout delay 'check)))
  (upon (timer Timeout 'check)
    (if (mistaken?) (:= delay (+ delay delta)))
    (for-each (lambda (q)
                (cond ((and (not (member q alive)) (not (member q suspected)))
                       (:= suspected (cons q suspected))
                       (trigger (ep Suspect q)))
                      ((and (member q alive) (member q suspected))
                       (:= suspected (without q suspected))
                       (trigger (ep Restore q))))
                (trigger (fll Send q 'HEARTBEAT-REQUEST)))
              pi)
    (:= alive '())
    (trigger (timer ScheduleTimeout delay 'check)))
  (upon (fll Deliver q 'HEARTBEAT-REQUEST)
    (trigger (fll Send q 'HEARTBEAT-REPLY)))
  (upon (fll Deliver q 'HEARTBEAT-REPLY) (:= alive (with q alive))))

;;> GossipLeaderElection: with the arguments self, pi and delta, in seconds;
;;> LeaderElection over FairLossLinks and a Timer. A ballot is a number that
;;> leaves the place of its process in pi when it is divided by their number.
;;> Example: (eval '(begin (define-component (Root) (children (ble (create GossipLeaderElection 'a '(a) 1)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (GossipLeaderElection self pi delta)
  (provides (ble LeaderElection))
  (requires (fll FairLossLinks) (timer Timer))
  (define n (length pi))
  (define rank (- n (length (member self pi))))
  (state (round 0) (ballots '()) (ballot (+ n rank)) (leader #f)
         (top-ballot 0) (period delta))
  (define (check-leader)
    (let ((top (greatest (lambda (a b) (< (cdr a) (cdr b)))
                         (cons (cons self ballot) ballots))))
      (cond ((< (cdr top) top-ballot)
             ;; The leader is gone: this process offers a ballot above all.
             (let loop ()
               (if (<= ballot top-ballot)
                   (begin
                     (:= ballot (+ ballot n))
                     (loop))))
             (:= leader #f))
            ((not (equal? leader top))
             (:= top-ballot (cdr top))
             (:= leader top)
             (trigger (ble Trust (car top) (cdr top)))))))
  (upon (control Start) (trigger (timer ScheduleTimeout period 'round)))
  (upon (timer Timeout 'round)
    (if (majority? (+ 1 (length ballots)) n) (check-leader))
    (:= ballots '())
    (:= round (+ round 1))
    (for-each (lambda (q)
                (if (not (equal? q self))
                    (trigger (fll Send q (list 'REQUEST round top-ballot)))))
              pi)
    (trigger (timer ScheduleTimeout period 'round)))
  (upon (fll Deliver q ('REQUEST r highest))
    (if (> highest top-ballot) (:= top-ballot highest))
    (trigger (fll Send q (list 'REPLY r ballot))))
  (upon (fll Deliver q ('REPLY r b))
    (if (= r round)
        (:= ballots (with (cons q b) ballots))
        (:= period (+ period delta)))))
