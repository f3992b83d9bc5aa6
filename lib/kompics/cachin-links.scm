;;; Links: textbook, chapter 2.

;;> NetworkLinks: with the argument self; FairLossLinks over a Network.
;;> Example: (eval '(begin (define-component (Root) (children (links (create NetworkLinks 'self)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (NetworkLinks self)
  (provides (fll FairLossLinks))
  (requires (net Network))
  (upon (fll Send q m) (trigger (net Msg self q m)))
  (upon (net Msg p _ m) (trigger (fll Deliver p m))))

;;> RetransmitForever: with the argument delta, in seconds; StubbornLinks over
;;> FairLossLinks and a Timer. Algorithm 2.1.
;;> Example: (eval '(begin (define-component (Root) (children (links (create RetransmitForever 1)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (RetransmitForever delta)
  (provides (sl StubbornLinks))
  (requires (fll FairLossLinks) (timer Timer))
  (state (sent '()))
  (upon (control Start)
    (trigger (timer SchedulePeriodicTimeout delta delta 'again)))
  (upon (timer Timeout 'again)
    (for-each (lambda (event) (trigger event -> fll)) sent))
  (upon (sl Send q m)
    (trigger (fll Send q m))
    (:= sent (cons (Send q m) sent)))
  (upon (fll Deliver p m) (trigger (sl Deliver p m))))

;;> EliminateDuplicates: without arguments; PerfectLinks over StubbornLinks.
;;> Algorithm 2.2; messages are numbered, so that like ones are told apart.
;;> Example: (eval '(begin (define-component (Root) (children (links (create EliminateDuplicates)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (EliminateDuplicates)
  (provides (pl PerfectLinks))
  (requires (sl StubbornLinks))
  (state (number 0) (delivered '()))
  (upon (pl Send q m)
    (:= number (+ number 1))
    (trigger (sl Send q (list number m))))
  (upon (sl Deliver p (n m)) (such-that (not (member (list p n) delivered)))
    (:= delivered (cons (list p n) delivered))
    (trigger (pl Deliver p m))))

;;> AcknowledgedLinks: with the argument delta, in seconds; PerfectLinks over
;;> FairLossLinks and a Timer, which forget what has arrived. Messages from one
;;> process to another arrive in the order in which they were sent.
;;> Example: (eval '(begin (define-component (Root) (children (links (create AcknowledgedLinks 1)))) (component? (system-root (kompics-start Root)))) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-component (AcknowledgedLinks delta)
  (provides (pl PerfectLinks))
  (requires (fll FairLossLinks) (timer Timer))
  ;; next, expected: lists (process . number); early: lists (process number m).
  (state (next '()) (expected '()) (pending '()) (early '()))
  (define (number-of p numbers)
    (let ((found (assoc p numbers))) (if found (cdr found) 1)))
  (define (with-number p n numbers)
    (cons (cons p n)
          (let loop ((rest numbers))
            (cond ((null? rest) '())
                  ((equal? (caar rest) p) (cdr rest))
                  (else (cons (car rest) (loop (cdr rest))))))))
  (define (deliver-in-order p)
    (let* ((n (number-of p expected))
           (found (let loop ((rest early))
                    (cond ((null? rest) #f)
                          ((and (equal? (caar rest) p)
                                (= (cadr (car rest)) n))
                           (car rest))
                          (else (loop (cdr rest)))))))
      (if found
          (begin
            (:= early (without found early))
            (:= expected (with-number p (+ n 1) expected))
            (trigger (pl Deliver p (cadr (cdr found))))
            (deliver-in-order p)))))
  (upon (control Start)
    (trigger (timer SchedulePeriodicTimeout delta delta 'again)))
  (upon (timer Timeout 'again)
    (for-each (lambda (event) (trigger event -> fll)) (reverse pending)))
  (upon (pl Send q m)
    (let ((n (number-of q next)))
      (:= next (with-number q (+ n 1) next))
      (:= pending (cons (Send q (list 'DATA n m)) pending))
      (trigger (fll Send q (list 'DATA n m)))))
  (upon (fll Deliver p ('DATA n m))
    (trigger (fll Send p (list 'ACK n)))
    (if (and (>= n (number-of p expected))
             (not (member (list p n m) early)))
        (begin
          (:= early (cons (list p n m) early))
          (deliver-in-order p))))
  (upon (fll Deliver q ('ACK n))
    (:= pending
        (let loop ((rest pending))
          (cond ((null? rest) '())
                ((let ((sent (event->list (car rest))))
                   (and (equal? (cadr sent) q)
                        (= (cadr (cadr (cdr sent))) n)))
                 (cdr rest))
                (else (cons (car rest) (loop (cdr rest)))))))))
