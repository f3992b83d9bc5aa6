;;; Consensus with a leader election whose ballots are unique, and a store on
;;; top of it.
;;;
;;; Beyond the textbook, a process that refuses a ballot, as it has promised a
;;; greater one, asks the election to exceed that: who offered it may have ended
;;; before anybody heard of it as a leader.

;;> Paxos: with the arguments self and pi; Consensus over PerfectLinks and
;;> LeaderElection. A process that leads and has proposed asks a majority to
;;> promise its ballot, and then to accept the value of the highest ballot that
;;> one of them has accepted, or its own.
;;> Example: (eval '(begin (define-component (Root) (children (c (create Paxos 'a '(a))))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (Paxos self pi)
  (provides (c Consensus))
  (requires (pl PerfectLinks) (ble LeaderElection))
  (define n (length pi))
  ;; As one that proposes: phase idle, prepare or accept; promises: lists
  ;; (ballot value). Values are in lists of one; () is none.
  (state (proposal '()) (lead 0) (phase 'idle) (promises '()) (accepted 0))
  ;; As one that accepts, and as one that learns.
  (state (promised 0) (ballot 0) (value '()) (decided #f))
  (define (send-all m) (for-each (lambda (q) (trigger (pl Send q m))) pi))
  (define (prepare!)
    (:= phase 'prepare)
    (:= promises '())
    (:= accepted 0)
    (send-all (list 'PREPARE lead)))
  (upon (ble Trust p b)
    (if (and (equal? p self) (> b lead))
        (begin
          (:= lead b)
          (if (pair? proposal) (prepare!) (:= phase 'idle)))
        (if (not (equal? p self)) (:= phase 'follow))))
  (upon (c Propose v)
    (:= proposal (list v))
    (if (and (eq? phase 'idle) (> lead 0)) (prepare!)))
  (upon (pl Deliver p ('PREPARE b)) (such-that (> b promised))
    (:= promised b)
    (trigger (pl Send p (list 'PROMISE b ballot value))))
  (upon (pl Deliver q ('PROMISE b accepted-ballot v))
    (such-that (= b lead) (eq? phase 'prepare))
    (:= promises (cons (list accepted-ballot v) promises))
    (if (majority? (length promises) n)
        (let ((highest (greatest (lambda (a b) (< (car a) (car b)))
                                 promises)))
          (if (pair? (cadr highest)) (:= proposal (cadr highest)))
          (:= phase 'accept)
          (send-all (list 'ACCEPT lead proposal)))))
  (upon (pl Deliver p ('ACCEPT b v)) (such-that (>= b promised))
    (:= promised b)
    (:= ballot b)
    (:= value v)
    (trigger (pl Send p (list 'ACCEPTED b))))
  (upon (pl Deliver q ('ACCEPTED b))
    (such-that (= b lead) (eq? phase 'accept))
    (:= accepted (+ accepted 1))
    (if (majority? accepted n)
        (begin
          (:= phase 'done)
          (send-all (list 'DECIDE proposal)))))
  (upon (pl Deliver p ('DECIDE v)) (such-that (not decided))
    (:= decided #t)
    (trigger (c Decide (car v))))
  (upon (pl Deliver p (_ b . _)) (such-that (number? b) (< b promised))
    (trigger (ble Exceed promised))))

;;> SequencePaxos: with the arguments self and pi; SequenceConsensus over
;;> PerfectLinks that keep the order (AcknowledgedLinks) and LeaderElection.
;;> What is proposed where nobody leads is forgotten. Each process decides the
;;> same sequence, or a beginning of it, and keeps it whole.
;;> Example: (eval '(begin (define-component (Root) (children (sc (create SequencePaxos 'a '(a))))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (SequencePaxos self pi)
  (provides (sc SequenceConsensus))
  (requires (pl PerfectLinks) (ble LeaderElection))
  (define n (length pi))
  ;; As one that proposes: phase follow, prepare or accept; base: how many were
  ;; decided here when it began to lead; sequence: what it proposes, and first
  ;; only what is new; promises: lists (process ballot suffix decided);
  ;; accepted: lists (process length).
  (state (lead 0) (phase 'follow) (base 0) (sequence '()) (promises '())
         (accepted '()) (chosen 0))
  ;; As one that accepts `log` in `ballot`, and as one that learns.
  (state (promised 0) (ballot 0) (log '()) (decided 0))
  (define (send q . m) (trigger (pl Send q m)))
  (define (send-promised . m)
    (for-each (lambda (each) (apply send (car each) m)) promises))
  (define (lower? a b)
    (or (< (cadr a) (cadr b))
        (and (= (cadr a) (cadr b)) (< (length (caddr a)) (length (caddr b))))))
  (define (sync! promise)
    (let ((known (cadddr promise)))
      (send (car promise) 'SYNC lead known (suffix sequence known))
      (send (car promise) 'DECIDE lead chosen)))
  (upon (ble Trust p b) (such-that (> b lead))
    (:= lead b) (:= phase (if (equal? p self) 'prepare 'follow))
    (:= base decided) (:= sequence '()) (:= promises '())
    (:= accepted '()) (:= chosen 0)
    (if (eq? phase 'prepare)
        (for-each (lambda (q) (send q 'PREPARE b base)) pi)))
  (upon (pl Deliver p ('PREPARE b known)) (such-that (> b promised))
    (:= promised b)
    (send p 'PROMISE b ballot (suffix log known) decided))
  (upon (pl Deliver q ('PROMISE b ballot-there rest known))
    (such-that (= b lead) (not (eq? phase 'follow)))
    (:= promises (cons (list q ballot-there rest known) promises))
    (cond ((eq? phase 'accept) (sync! (car promises)))
          ((majority? (length promises) n)
           (:= sequence (append (prefix log base)
                                (caddr (greatest lower? promises)) sequence))
           (:= phase 'accept)
           (for-each sync! promises))))
  (upon (pl Deliver p ('SYNC b known rest)) (such-that (= b promised))
    (:= ballot b)
    (:= log (append (prefix log known) rest))
    (send p 'ACCEPTED b (length log)))
  (upon (pl Deliver p ('ACCEPT b v)) (such-that (= b promised))
    (:= log (append log (list v)))
    (send p 'ACCEPTED b (length log)))
  (upon (pl Deliver q ('ACCEPTED b count)) (such-that (= b lead))
    (:= accepted (cons (list q count) (without (assoc q accepted) accepted)))
    (if (and (> count chosen) (majority? (at-least count accepted) n))
        (begin (:= chosen count) (send-promised 'DECIDE b count))))
  (upon (pl Deliver p ('DECIDE b count)) (such-that (= b promised))
    (for-each (lambda (v) (trigger (sc Decide v)))
              (suffix (prefix log count) decided))
    (:= decided (max decided count)))
  (upon (sc Propose v) (such-that (not (eq? phase 'follow)))
    (:= sequence (append sequence (list v)))
    (if (eq? phase 'accept) (send-promised 'ACCEPT lead v)))
  (upon (pl Deliver p (_ b . _)) (such-that (number? b) (< b promised))
    (trigger (ble Exceed promised))))

;;> ReplicatedStore: with the arguments self and delta, in seconds;
;;> KeyValueStore over SequenceConsensus, PerfectLinks, LeaderElection and a
;;> Timer. Each process has all keys. An operation goes to the leader, again
;;> after each delta, until it is decided; it takes effect once. A process that
;;> has ended must not come back under its name.
;;> Example: (eval '(begin (define-component (Root) (children (kv (create ReplicatedStore 'self 1)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (ReplicatedStore self delta)
  (provides (kv KeyValueStore))
  (requires (sc SequenceConsensus) (pl PerfectLinks) (ble LeaderElection)
            (timer Timer))
  ;; values: lists (key value). Operations have numbers at the process that was
  ;; asked; waiting: lists (number id operation) there, the last one first.
  ;; done, at each: lists (process low number ...): all of the process below
  ;; low, for which it does not wait any more, and these.
  (state (values '()) (leader #f) (asked 0) (waiting '()) (done '()))
  (define (store! key value)
    (:= values (cons (list key value) (without (assoc key values) values))))
  (define (perform operation)
    (let* ((key (cadr operation))
           (found (assoc key values))
           (old (if found (cadr found) #f)))
      (case (car operation)
        ((PUT) (store! key (list-ref operation 2)))
        ((CAS)
         (if (equal? old (list-ref operation 2))
             (store! key (list-ref operation 3)))))
      old))
  (define (done-of p) (or (assoc p done) (list p 0)))
  (define (done? p number)
    (or (< number (cadr (done-of p))) (memv number (cddr (done-of p)))))
  (define (note-done! p number low)
    (let* ((old (done-of p)) (low (max low (cadr old))))
      (:= done (cons (append (list p low)
                             (not-below low (cons number (cddr old))))
                     (without old done)))))
  (define (pass-on! each)
    (let ((command (list 'COMMAND self (car each) (car (last waiting))
                         (caddr each))))
      (cond ((not leader) #f)
            ((equal? leader self) (trigger (sc Propose command)))
            (else (trigger (pl Send leader command))))))
  (upon (control Start)
    (trigger (timer SchedulePeriodicTimeout delta delta 'again)))
  (upon (timer Timeout 'again) (for-each pass-on! (reverse waiting)))
  (upon (ble Trust p b) (:= leader p))
  (upon (kv Operate id operation)
    (:= asked (+ asked 1))
    (:= waiting (cons (list asked id operation) waiting))
    (pass-on! (car waiting)))
  (upon (pl Deliver p ('COMMAND q number low operation))
    (if (not (done? q number))
        (trigger (sc Propose (list 'COMMAND q number low operation)))))
  (upon (sc Decide ('COMMAND p number low operation))
    (such-that (not (done? p number)))
    (note-done! p number low)
    (let ((result (perform operation)))
      (if (equal? p self)
          (let ((each (assv number waiting)))
            (:= waiting (without each waiting))
            (trigger (kv Result (cadr each) result)))))))
