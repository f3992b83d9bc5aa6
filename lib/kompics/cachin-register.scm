;;; Registers: textbook, chapter 4.

;;> ReadImposeWriteMajority: with the arguments self, n, the number of
;;> processes, and rank, a number that no other has; AtomicRegister over
;;> BestEffortBroadcast and PerfectLinks. Algorithms 4.10 and 4.11. A process
;;> has one operation at a time. At first the value is #f.
;;> Example: (eval '(begin (define-component (Root) (children (nnar (create ReadImposeWriteMajority 'self 3 1)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (ReadImposeWriteMajority self n rank)
  (provides (nnar AtomicRegister))
  (requires (beb BestEffortBroadcast) (pl PerfectLinks))
  ;; stamp: (time rank) of the value. values: lists (stamp value).
  (state (stamp '(0 0)) (value #f) (acks 0) (rid 0) (values '())
         (written #f) (read #f) (reading #f))
  (define (before? a b)
    (or (< (car a) (car b))
        (and (= (car a) (car b)) (< (cadr a) (cadr b)))))
  (define (begin!)
    (:= rid (+ rid 1))
    (:= acks 0)
    (:= values '())
    (trigger (beb Broadcast (list 'READ rid))))
  (upon (nnar Read)
    (:= reading #t)
    (begin!))
  (upon (nnar Write v)
    (:= written v)
    (:= reading #f)
    (begin!))
  (upon (beb Deliver p ('READ r))
    (trigger (pl Send p (list 'VALUE r stamp value))))
  (upon (pl Deliver q ('VALUE r s v)) (such-that (= r rid))
    (:= values (cons (list s v) values))
    (if (majority? (length values) n)
        (let ((highest (greatest (lambda (a b) (before? (car a) (car b)))
                                 values)))
          (:= values '())
          (:= read (cadr highest))
          (trigger (beb Broadcast
                        (if reading
                            (list 'WRITE rid (car highest) read)
                            (list 'WRITE rid
                                  (list (+ 1 (car (car highest))) rank)
                                  written)))))))
  (upon (beb Deliver p ('WRITE r s v))
    (if (before? stamp s)
        (begin
          (:= stamp s)
          (:= value v)))
    (trigger (pl Send p (list 'ACK r))))
  (upon (pl Deliver q ('ACK r)) (such-that (= r rid))
    (:= acks (+ acks 1))
    (if (majority? acks n)
        (begin
          (:= acks 0)
          (if reading
              (trigger (nnar ReadReturn read))
              (trigger (nnar WriteReturn)))))))
