;;; Broadcasts: textbook, chapter 3.

;;> BasicBroadcast: with the argument pi; BestEffortBroadcast over PerfectLinks.
;;> Algorithm 3.1.
;;> Example: (eval '(begin (define-component (Root) (children (beb (create BasicBroadcast '())))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (BasicBroadcast pi)
  (provides (beb BestEffortBroadcast))
  (requires (pl PerfectLinks))
  (upon (beb Broadcast m)
    (for-each (lambda (q) (trigger (pl Send q m))) pi))
  (upon (pl Deliver p m)
    (trigger (beb Deliver p m))))

;;> EagerReliableBroadcast: with the argument self; ReliableBroadcast over
;;> BestEffortBroadcast. Algorithm 3.3. Messages of a process differ.
;;> Example: (eval '(begin (define-component (Root) (children (rb (create EagerReliableBroadcast 'self)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (EagerReliableBroadcast self)
  (provides (rb ReliableBroadcast))
  (requires (beb BestEffortBroadcast))
  (state (delivered '()))
  (upon (rb Broadcast m) (trigger (beb Broadcast (list 'DATA self m))))
  (upon (beb Deliver p ('DATA s m))
    (such-that (not (member (list s m) delivered)))
    (:= delivered (cons (list s m) delivered))
    (trigger (rb Deliver s m))
    (trigger (beb Broadcast (list 'DATA s m)))))

;;> MajorityAckUniformBroadcast: with the arguments self and n, the number of
;;> processes; UniformBroadcast over BestEffortBroadcast. Algorithm 3.5.
;;> Messages of a process differ.
;;> Example: (eval '(begin (define-component (Root) (children (urb (create MajorityAckUniformBroadcast 'self 3)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (MajorityAckUniformBroadcast self n)
  (provides (urb UniformBroadcast))
  (requires (beb BestEffortBroadcast))
  ;; acks: lists ((s m) process ...).
  (state (delivered '()) (pending '()) (acks '()))
  (define (acks-of message)
    (let ((found (assoc message acks))) (if found (cdr found) '())))
  (define (can-deliver? message) (majority? (length (acks-of message)) n))
  (define (ready)
    (let loop ((rest pending))
      (cond ((null? rest) #f)
            ((and (can-deliver? (car rest))
                  (not (member (car rest) delivered)))
             (car rest))
            (else (loop (cdr rest))))))
  (upon (urb Broadcast m)
    (:= pending (with (list self m) pending))
    (trigger (beb Broadcast (list 'DATA self m))))
  (upon (beb Deliver p ('DATA s m))
    (:= acks (cons (cons (list s m) (with p (acks-of (list s m)))) acks))
    (if (not (member (list s m) pending))
        (begin
          (:= pending (cons (list s m) pending))
          (trigger (beb Broadcast (list 'DATA s m))))))
  (upon-condition (ready)
    (let ((message (ready)))
      (:= delivered (cons message delivered))
      (trigger (urb Deliver (car message) (cadr message))))))

;;> NoWaitingCausalBroadcast: with the argument self; CausalBroadcast over
;;> ReliableBroadcast. Algorithm 3.13. Messages of a process differ.
;;> Example: (eval '(begin (define-component (Root) (children (crb (create NoWaitingCausalBroadcast 'self)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (NoWaitingCausalBroadcast self)
  (provides (crb CausalBroadcast))
  (requires (rb ReliableBroadcast))
  ;; past: the oldest first.
  (state (delivered '()) (past '()))
  (define (deliver! s m)
    (:= delivered (cons (list s m) delivered))
    (trigger (crb Deliver s m))
    (if (not (member (list s m) past))
        (:= past (append past (list (list s m))))))
  (upon (crb Broadcast m)
    (trigger (rb Broadcast (list 'DATA past m)))
    (:= past (append past (list (list self m)))))
  (upon (rb Deliver p ('DATA earlier m))
    (such-that (not (member (list p m) delivered)))
    (for-each (lambda (each)
                (if (not (member each delivered))
                    (deliver! (car each) (cadr each))))
              earlier)
    (deliver! p m)))
