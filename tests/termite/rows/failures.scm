;; Rows T30 to T41 and T43 to T48: exceptions, links, supervision.
(import (termite) (termite supervisor) (mound supervisor) (mound crash))

(define-syntax row
  (syntax-rules ()
    ((row name expression)
     (let ((value (catch (lambda (e)
                           (if (condition? e)
                               (list 'raised (condition-kind e))
                               (list 'raised e)))
                    expression)))
       (write 'name)
       (display " ")
       (write value)
       (newline)))))

(row T30 (list (with-exception-catcher (lambda (e) e) (lambda () (raise 42) 123))))
(row T31 (list (with-exception-handler (lambda (e) e) (lambda () (raise 42) 123))))
(row T32 (let ((object (list 'the 'object)))
           (with-exception-catcher
            (lambda (outer) (list 'outer (eq? outer object)))
            (lambda ()
              (with-exception-catcher
               (lambda (inner) (raise inner))
               (lambda () (raise object)))))))
(row T32 (with-exception-catcher
          (lambda (outer) (list 'outer outer))
          (lambda ()
            (with-exception-handler
             (lambda (inner) (raise (list 'again inner)))
             (lambda () (raise 'first))))))

(row T33 (catch (lambda (exception) #t)
           (let ((failing (spawn (lambda () (raise 'error)))))
             (wait-for failing)
             (? 0.01 'ok)
             #f)))
(define answering
  (spawn (lambda () (let loop () (recv ((from tag 'ping) (! from (list tag 'pong)))) (loop)))))
(row T33 (!? answering 'ping))

(row T34 (catch (lambda (exception) #t)
           (spawn-link (lambda () (raise 'error)))
           (? 60 'ok)
           #f))
(row T34 (let ((failing (spawn-link (lambda () (raise (list 'raised 'value))))))
           (catch (lambda (e)
                    (list (termite-exception? e)
                          (eq? (termite-exception-origin e) failing)
                          (termite-exception-reason e)
                          (termite-exception-object e)))
             (? 60))))

;; The worker computes on after the death that it is told of.
(row T35 (let* ((failing (spawn (lambda () (recv ('fail (raise 'error))))))
                (me (self))
                (worker
                 (spawn
                  (lambda ()
                    (inbound-link failing)
                    (! failing 'fail)
                    (let wait () (if (alive? failing) (wait)))
                    (let ((sum (let loop ((n 0) (sum 0))
                                 (if (< n 2000) (loop (+ n 1) (+ sum n)) sum))))
                      (! me (list 'undisturbed sum)))
                    (! me (catch (lambda (e) (list 'told (termite-exception-object e)))
                            (?)))))))
           (let* ((a (?)) (b (?))) (list a b))))

;; Who is told when X dies, and when Y does.
;; `at-x` and `at-y`: how many are to be told; for more it waits a moment only.
(define (link-table at-x at-y make-y)
  (define (told-of which expected)
    (let* ((me (self))
           (role
            (lambda (name)
              (catch (lambda (e)
                       (! me (list name 'told (termite-exception-object e))))
                (let loop ()
                  (recv
                    ('die (raise 'died))
                    ('end #t)
                    ((from tag 'ready) (! from (list tag #t)) (loop)))))))
           (third (spawn (lambda () (role 'z))))
           (x (spawn (lambda ()
                       (let ((y (make-y (lambda ()
                                          (let loop ()
                                            (recv ('die (raise 'died))
                                                  ('go (role 'y)))))
                                        third)))
                         (! me (list 'y y))
                         (recv ('die (raise 'died))
                               ('go (role 'x)))))))
           (y (recv (('y pid) pid))))
      (define (settle pid) (! pid 'go) (!? pid 'ready))
      (let ((victim (if (eq? which 'x) x y))
            (others (if (eq? which 'x) (list y) (list x))))
        (for-each settle others)
        (! victim 'die)
        (wait-for victim)
        (let ((news (let loop ((left expected) (news '()))
                      (recv
                        ((name 'told object) (loop (- left 1) (cons name news)))
                        (after (if (> left 0) 60 0.02) news)))))
          (for-each (lambda (pid) (! pid 'end)) (cons third others))
          (for-each wait-for (cons third others))
          (if (null? news) '- (reverse news))))))
  (let* ((x (told-of 'x at-x)) (y (told-of 'y at-y)))
    (list x y)))
(row T36 (list 'outbound-link
               (link-table 1 0 (lambda (thunk z) (let ((y (spawn thunk))) (outbound-link y) y)))))
(row T36 (list 'inbound-link
               (link-table 0 1 (lambda (thunk z) (let ((y (spawn thunk))) (inbound-link y) y)))))
(row T36 (list 'full-link
               (link-table 1 1 (lambda (thunk z) (let ((y (spawn thunk))) (full-link y) y)))))
(row T36 (list 'spawn-link (link-table 1 1 (lambda (thunk z) (spawn-link thunk)))))
(row T36 (list 'spawn-linked-to (link-table 0 1 (lambda (thunk z) (spawn-linked-to z thunk)))))

;; What a linked process is told within so many seconds.
(define (reason-of patience end)
  (let* ((me (self))
         (watcher
          (spawn
           (lambda ()
             (let ((victim (spawn (lambda () (end)) links: (list (self)))))
               (! me (catch (lambda (e) (termite-exception-reason e))
                       (wait-for victim)
                       (? patience 'told-nothing))))))))
    (wait-for watcher)
    (?)))
(row T37 (list (reason-of 60 (lambda () (raise 'x)))
               (reason-of 60 (lambda () (terminate! (self))))
               (reason-of 60 (lambda () (car 1)))))
;; A normal end is told to those who watch, and kills nobody that is linked.
(row T37 (let* ((ending (spawn (lambda () (recv ('end 'over))))) (watch (monitor ending)))
           (! ending 'end)
           (recv (('down ,watch ,ending reason object) (list reason object)))))
(row T38 (let ((worker (spawn-link (lambda () 'done))))
           (wait-for worker)
           (list (? 0.02 'nothing-raised) (alive? (self)))))
(row T39 (list (reason-of 0.02 shutdown!) (reason-of 0.02 halt!)))
;; A process that halts tells its links nothing; whoever watches it, or waits
;; for its answer, learns that it has ended.
(row T39 (let* ((halting (spawn (lambda () (recv ('go (halt!))) 'never)))
                (watch (monitor halting)))
           (full-link halting)
           (! halting 'go)
           (list (recv (('down ,watch ,halting reason object) (list reason object)))
                 (wait-for halting)
                 (? 0.02 'told-nothing)
                 (catch condition-kind (!? halting 'question)))))
(row T39 (let* ((victim (spawn (lambda () (?)))) (watch (monitor victim)))
           (terminate! victim)
           (list (recv (('down ,watch ,victim reason object) (list reason object)))
                 (alive? victim))))

(row T40 (let ((dead (spawn (lambda () 'over))))
           (wait-for dead)
           (inbound-link dead)
           (catch (lambda (e) (list (termite-exception-reason e)
                                    (eq? dead (termite-exception-origin e))))
             (? 60 'silence))))

;; The trace of the paper, in order.
(define (start-pong-server)
  (let loop ()
    (recv
      ((from tag 'crash) (! from (list tag (/ 1 0))))
      ((from tag 'ping) (! from (list tag 'pong))))
    (loop)))
(display "T43") (newline)
(define robust (spawn-thunk-supervised start-pong-server shutdown-delay: 0.05))
(define (show object) (write object) (newline))
(show (!? robust 'ping 60 'timeout))
(show (!? robust 'crash 1 'crashed))
(row T46 (!? robust 'ping 60 'timeout))
(! robust 'shutdown)
(wait-for robust)

;; Five failures are borne, the sixth is one too many.
(display "T44") (newline)
;; Each worker is made to crash when it has started.
(define fragile
  (let ((me (self)))
    (spawn-thunk-supervised start-pong-server threshold: 5
                            init-hook: (lambda (worker) (! me (list 'worker worker))))))
(define watch (monitor fragile))
(for-each (lambda (n)
            (recv (('worker pid)
                   (! fragile (list (self) (make-tag) 'crash))
                   (wait-for pid))))
          '(1 2 3 4 5 6))
(row T44 (recv (('down ,watch ,fragile reason object)
                (list reason (if (condition? object)
                                 (error-object-message object)
                                 object)))))

(display "T45") (newline)
(define obedient
  (spawn-thunk-supervised
   (lambda () (recv ('shutdown (show 'ended-by-itself))))
   shutdown-delay: 60))
(! obedient 'shutdown)
(row T45 (wait-for obedient))
(define stubborn
  (spawn-thunk-supervised
   (lambda () (let loop () (recv ('shutdown (show 'not-I))) (loop)))
   shutdown-delay: 0.1))
(! stubborn 'shutdown)
(row T45 (wait-for stubborn))

(define (restarted strategy)
  (let* ((child (lambda (name)
                  (worker-child name (lambda ()
                                       (let loop ()
                                         (recv ('crash (raise 'crashed))
                                               ((from tag 'up) (! from (list tag 'up))
                                                               (loop))
                                               ('shutdown #t)))))))
         (s (supervisor:start strategy (list (child 'one) (child 'two) (child 'three))))
         (pids (lambda () (map cadr (supervisor:children s))))
         (before (pids)))
    (! (supervisor:child s 'two) 'crash)
    (wait-for (cadr before))
    (let wait ()
      (if (memq (cadr before) (pids)) (wait)))
    (let ((after (pids)))
      (for-each (lambda (pid) (!? pid 'up)) after)
      (supervisor:stop s)
      (list strategy (map (lambda (old new) (if (eq? old new) 'stays 'anew)) before after)))))
(row T47 (map restarted '(one-for-one all-for-one rest-for-one)))

(define (fault-of-mine n) (+ 1 (vector-ref (vector 1 2 3) n)))
(row T48 (begin
           (watch-crashes)
           (let ((p (spawn (lambda () (fault-of-mine 3)) name: 'crasher)))
             (recv
               (('crash ,p report)
                (list (crash-ref report 'name)
                      (condition-kind (crash-ref report 'object))
                      (number? (crash-ref report 'time))
                      (if (assoc "fault-of-mine" (crash-ref report 'stack)) 'has-the-frame)
                      (if (string-search "failures.scm" (crash-ref report 'text))
                          'has-the-file)
                      (if (string-search "died at" (crash-ref report 'text))
                          'has-the-time)))))))
