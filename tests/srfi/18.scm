;; SRFI 18: threads, mutexes and condition variables as processes.
(import (scheme base) (srfi 18) (srfi 64) (mound conditions)
        (only (termite process) ! ? make-tag self spawn pid? terminate!))
(test-begin "srfi-18")
(define (run thunk) (thread-start! (make-thread thunk)))
(define-syntax thread (syntax-rules () ((_ e ...) (run (lambda () e ...)))))
;; Waits until the thunk is true.
(define (until test) (if (not (test)) (begin (thread-sleep! 0.001) (until test))))

(test-group "threads"
  (test-equal '(42 (1 2)) (list (thread-join! (thread (* 6 7))) (thread-join! (thread (list 1 2)))))
  (let ((t (make-thread (lambda () 'done) 'a-name)))
    (test-equal '(#t a-name #f) (list (thread? t) (thread-name t) (eq? t (current-thread))))
    (test-eqv 'not-yet (thread-join! t 0 'not-yet))
    (test-eqv #t (eq? t (thread-start! t)))
    ;; It can be joined again, and by others.
    (test-equal '(done done done)
      (list (thread-join! t) (thread-join! t 5 'no) (thread-join! (thread (thread-join! t)))))
    (test-error 'error (thread-start! t)))
  (test-equal '(#t #f #f) (map thread? (list (current-thread) 'thread (make-mutex))))
  (test-eqv #t (eq? (current-thread) (current-thread)))
  (test-eqv 'primordial (thread-name (current-thread)))
  (let ((t (make-thread current-thread)))
    (thread-start! t)
    (test-eqv #t (eq? t (thread-join! t))))
  ;; A process that is no thread of make-thread is one, too, and not its parent's.
  (let ((me (self)))
    (current-thread)
    (spawn (lambda () (! me (current-thread))))
    (let ((t (?)))
      (test-equal '(#t #f) (list (thread? t) (eq? t (current-thread))))
      (test-eqv 'ended (begin (thread-join! t 5 'late) 'ended))))
  (thread-yield!)
  ;; Threads start with copies, and change their own.
  (let* ((x 1) (t (make-thread (lambda () (set! x (+ x 1)) x))))
    (test-equal '(2 1) (let ((y (thread-join! (thread-start! t)))) (list y x)))))

(test-group "specific"
  (let ((t (make-thread (lambda () (thread-specific (current-thread)))))
        (m (make-mutex)) (c (make-condition-variable 'c)))
    (thread-specific-set! t '(of t))
    (mutex-specific-set! m '(of m))
    (condition-variable-specific-set! c '(of c))
    (test-equal '((of t) (of m) (of c))
      (list (thread-specific t) (mutex-specific m) (condition-variable-specific c)))
    (test-equal '(of t) (thread-join! (thread-start! t)))
    ;; It is seen by all.
    (thread-join! (thread (mutex-specific-set! m 'new) (condition-variable-specific-set! c 'too)))
    (test-equal '(new too) (list (mutex-specific m) (condition-variable-specific c)))))

(test-group "ends"
  (let ((t (thread (raise 'oops))))
    (test-equal '(#t oops #f #f)
      (guard (e (#t (list (uncaught-exception? e) (uncaught-exception-reason e)
                          (terminated-thread-exception? e) (join-timeout-exception? e))))
        (thread-join! t)))
    (test-error 'uncaught-exception (thread-join! t)))
  (test-equal "bad"
    (guard (e (#t (error-object-message (uncaught-exception-reason e))))
      (thread-join! (thread (error "bad" 1)))))
  (let ((t (thread (thread-sleep! 1000))))
    (test-equal '(#t #f)
      (guard (e (#t (list (join-timeout-exception? e) (uncaught-exception? e))))
        (thread-join! t 0.01)))
    (test-eqv 'late (thread-join! t (seconds->time (+ 0.01 (time->seconds (current-time)))) 'late))
    (thread-terminate! t)
    (test-equal '(#t #f #f)
      (guard (e (#t (list (terminated-thread-exception? e) (uncaught-exception? e)
                          (join-timeout-exception? e))))
        (thread-join! t))))
  ;; Of one that has not started; of one that has ended.
  (let ((t (make-thread list)))
    (thread-terminate! t)
    (test-error 'terminated-thread-exception (thread-join! t))
    (test-error 'error (thread-start! t)))
  (let ((t (thread 5)))
    (thread-join! t)
    (thread-terminate! t)
    (test-eqv 5 (thread-join! t)))
  ;; Those who wait already are told.
  (let* ((t (make-thread (lambda () (thread-sleep! 1000))))
         (waiting (thread (guard (e (#t (terminated-thread-exception? e))) (thread-join! t)))))
    (thread-start! t)
    (thread-terminate! t)
    (test-eqv #t (thread-join! waiting)))
  ;; A thread that ends itself.
  (test-error 'terminated-thread-exception
    (thread-join! (thread (thread-terminate! (current-thread)) 'never))))

(test-group "sleep and time"
  (let ((start (time->seconds (current-time))))
    (thread-sleep! 0.02)
    (thread-sleep! (seconds->time (+ start 0.05)))
    (test-assert (<= 0.05 (- (time->seconds (current-time)) start))))
  (thread-sleep! -1)
  (test-equal '(#t #f 7) (list (time? (current-time)) (time? 7) (time->seconds (seconds->time 7)))))

(test-group "mutexes"
  (define m (make-mutex 'm))
  (test-equal '(#t #f m #f not-abandoned)
    (list (mutex? m) (mutex? 'm) (mutex-name m) (mutex-name (make-mutex)) (mutex-state m)))
  (test-eqv #t (mutex-lock! m))
  (test-eqv #t (eq? (mutex-state m) (current-thread)))
  (test-eqv #f (mutex-lock! m 0))
  (test-eqv #f (mutex-lock! m 0.01))
  (test-eqv #f (thread-join! (thread (mutex-lock! m 0.01))))
  (mutex-unlock! m)
  (test-eqv 'not-abandoned (mutex-state m))
  (mutex-unlock! m)
  (test-eqv #t (mutex-lock! m #f #f))
  (test-eqv 'not-owned (mutex-state m))
  ;; Any thread may unlock it.
  (thread-join! (thread (mutex-unlock! m) 'unlocked))
  (test-eqv 'not-abandoned (mutex-state m))
  ;; For another thread.
  (let ((t (thread (thread-sleep! 1000))))
    (test-eqv #t (mutex-lock! m #f t))
    (test-eqv #t (eq? t (mutex-state m)))
    (thread-terminate! t)
    (until (lambda () (eq? (mutex-state m) 'abandoned)))
    (test-equal '(#t #t)
      (guard (e (#t (list (abandoned-mutex-exception? e) (eq? (mutex-state m) (current-thread)))))
        (mutex-lock! m)))
    (mutex-unlock! m)
    (test-eqv #t (mutex-lock! m))
    (mutex-unlock! m))
  ;; The end of its owner hands it on to the one that waits.
  (let* ((owner (thread (mutex-lock! m) (thread-sleep! 1000)))
         (waiter (begin
                   (until (lambda () (eq? (mutex-state m) owner)))
                   (thread (guard (e (#t (list (abandoned-mutex-exception? e)
                                               (eq? (mutex-state m) (current-thread)))))
                             (mutex-lock! m))))))
    (thread-terminate! owner)
    (test-equal '(#t #t) (thread-join! waiter)))
  (until (lambda () (eq? (mutex-state m) 'abandoned)))
  ;; Unlocking takes that away.
  (mutex-unlock! m)
  (test-eqv 'not-abandoned (mutex-state m))
  ;; A mutex without owner is not abandoned.
  (thread-join! (thread (mutex-lock! m #f #f)))
  (thread-sleep! 0.2)
  (test-eqv 'not-owned (mutex-state m))
  (mutex-unlock! m)
  (test-equal '(#f #f) (map abandoned-mutex-exception? (list 'x (current-thread)))))

;; Those who wait get it in their order; one that has ended or given up does not.
(test-group "order"
  (define m (make-mutex))
  (define me (self))
  (define (waiter n timeout)
    (let ((t (thread (if (mutex-lock! m timeout)
                         (begin (! me n) (mutex-unlock! m))
                         (! me (list n 'gave-up))))))
      (thread-sleep! 0.2)
      t))
  (mutex-lock! m)
  (let* ((a (waiter 1 #f)) (b (waiter 2 #f)) (c (waiter 3 0.001)) (d (waiter 4 #f)))
    (test-equal '(3 gave-up) (?))
    (thread-terminate! b)
    (thread-sleep! 0.2)
    (mutex-unlock! m)
    (test-equal '(1 4) (let* ((x (?)) (y (?))) (list x y)))
    (for-each (lambda (t) (thread-join! t)) (list a c d))
    (test-eqv 'not-abandoned (mutex-state m))))

(test-group "condition variables"
  (define m (make-mutex))
  (define c (make-condition-variable 'c))
  (test-equal '(#t #f c #f)
    (list (condition-variable? c) (condition-variable? m) (condition-variable-name c)
          (condition-variable-name (make-condition-variable))))
  ;; A signal for nobody is lost.
  (condition-variable-signal! c)
  (mutex-lock! m)
  (test-equal '(#f not-abandoned)
    (let ((signaled (mutex-unlock! m c 0.01))) (list signaled (mutex-state m))))
  (test-eqv #t (mutex-unlock! m))
  ;; One who waits is signaled, and the mutex is free meanwhile.
  (mutex-lock! m)
  (let ((t (thread (mutex-lock! m) (condition-variable-signal! c) (mutex-unlock! m) 'signaled)))
    (test-eqv #t (mutex-unlock! m c))
    (test-eqv 'signaled (thread-join! t)))
  (mutex-lock! m)
  (thread (mutex-lock! m) (condition-variable-signal! c) (mutex-unlock! m))
  (test-eqv #t (mutex-unlock! m c 10))
  ;; A signal is for one, a broadcast for all.
  (let* ((me (self))
         (waiter (lambda (n)
                   (let ((t (thread (mutex-lock! m) (mutex-unlock! m c) (! me n) n)))
                     (thread-sleep! 0.2)
                     t)))
         (all (map waiter '(1 2 3 4))))
    (condition-variable-signal! c)
    (test-equal '(1 nothing) (let* ((x (?)) (y (? 0.02 'nothing))) (list x y)))
    (thread-terminate! (cadr all))
    (thread-sleep! 0.2)
    (condition-variable-signal! c)
    (test-equal '(3 nothing) (let* ((x (?)) (y (? 0.02 'nothing))) (list x y)))
    (waiter 5)
    (condition-variable-broadcast! c)
    (test-equal '(nothing #t)
      (let* ((x (?)) (y (?)) (z (? 0.02 'nothing)))
        (list z (or (equal? (list x y) '(4 5)) (equal? (list x y) '(5 4))))))))

;; A channel of the text's kind: one element, put and taken by several threads. The content is
;; what is specific to the mutex, since memory is not shared.
(define (make-empty-mailbox)
  (let ((m (make-mutex)) (put (make-condition-variable)) (get (make-condition-variable)))
    (mutex-specific-set! m '())
    (vector m put get)))
(define (mailbox-put! mailbox object)
  (let ((m (vector-ref mailbox 0)))
    (mutex-lock! m)
    (if (null? (mutex-specific m))
        (begin
          (mutex-specific-set! m (list object))
          (condition-variable-signal! (vector-ref mailbox 2))
          (mutex-unlock! m))
        (begin (mutex-unlock! m (vector-ref mailbox 1)) (mailbox-put! mailbox object)))))
(define (mailbox-get! mailbox)
  (let ((m (vector-ref mailbox 0)))
    (mutex-lock! m)
    (let ((content (mutex-specific m)))
      (if (pair? content)
          (begin
            (mutex-specific-set! m '())
            (condition-variable-signal! (vector-ref mailbox 1))
            (mutex-unlock! m)
            (car content))
          (begin (mutex-unlock! m (vector-ref mailbox 2)) (mailbox-get! mailbox))))))
(let* ((mailbox (make-empty-mailbox))
       (producers
        (map (lambda (base)
               (thread (for-each (lambda (i) (mailbox-put! mailbox (+ base i))) '(1 2 3 4 5))))
             '(0 10 20)))
       (consumers
        (map (lambda (ignored)
               (thread (let loop ((n 5) (sum 0))
                         (if (= n 0) sum (loop (- n 1) (+ sum (mailbox-get! mailbox)))))))
             '(1 2 3))))
  (for-each thread-join! producers)
  (test-eqv 195 (apply + (map thread-join! consumers))))

;; A counter that several threads count up is never wrong.
(let ((m (make-mutex)))
  (mutex-specific-set! m 0)
  (for-each
   thread-join!
   (map (lambda (ignored)
          (thread
           (let loop ((n 20))
             (if (> n 0)
                 (begin
                   (mutex-lock! m)
                   (let ((count (mutex-specific m)))
                     (thread-yield!)
                     (mutex-specific-set! m (+ count 1)))
                   (mutex-unlock! m)
                   (loop (- n 1)))))))
        '(1 2 3 4)))
  (test-eqv 80 (mutex-specific m)))

(test-group "handlers"
  (test-equal '(caught 1)
    (call/cc (lambda (k) (with-exception-handler (lambda (e) (k (list 'caught e))) (lambda () (raise 1))))))
  (let ((handler (lambda (e) (list 'handled e))))
    (test-equal '(#t (handled 5))
      (with-exception-handler handler
        (lambda () (list (eq? handler (current-exception-handler)) ((current-exception-handler) 5)))))))

(test-group "complaints"
  (test-error 'type (make-thread 'x))
  (test-error 'arity (make-thread car))
  (test-error 'type (thread-sleep! #f))
  (test-error 'type (thread-sleep! 'x))
  (test-error 'type (thread-join! (current-thread) 'soon))
  (test-error 'type (mutex-lock! (make-mutex) 'soon))
  (test-error 'type (mutex-unlock! (make-mutex) 'variable))
  (test-error 'type (mutex-unlock! (make-mutex) (make-condition-variable) 'soon))
  (test-error 'type (uncaught-exception-reason 'x))
  (for-each (lambda (procedure) (test-error 'type (procedure 'x)))
            (list thread-start! thread-name thread-specific thread-terminate! thread-join!
                  mutex-name mutex-specific mutex-state mutex-lock! mutex-unlock!
                  condition-variable-name condition-variable-specific
                  condition-variable-signal! condition-variable-broadcast!))
  (for-each (lambda (procedure) (test-error 'type (procedure 'x 1)))
            (list thread-specific-set! mutex-specific-set! condition-variable-specific-set!)))

(test-group "deadlines in any order"
  ;; Each of several waits ends by its own deadline, whichever was made first.
  (define (ends seconds)
    (let ((m (make-mutex)))
      (mutex-lock! m)
      (map thread-join! (map (lambda (s) (thread (list s (mutex-lock! m s)))) seconds))))
  (test-equal '((0.01 #f) (0.03 #f) (0.02 #f)) (ends '(0.01 0.03 0.02)))
  (test-equal '((0.03 #f) (0.01 #f)) (ends '(0.03 0.01)))
  ;; One with a deadline and one without; the second gets it when it is free.
  (let ((m (make-mutex)))
    (mutex-lock! m)
    (let* ((patient (thread (mutex-lock! m) (mutex-unlock! m) 'got-it))
           (hasty (thread (mutex-lock! m 0.01))))
      (test-eqv #f (thread-join! hasty 5 'late))
      (mutex-unlock! m)
      (test-eqv 'got-it (thread-join! patient 5 'late))))
  ;; The same of those who wait for a condition.
  (let* ((m (make-mutex)) (c (make-condition-variable))
         (wait (lambda (timeout) (thread (mutex-lock! m) (mutex-unlock! m c timeout))))
         (long (wait 5)) (short (wait 0.01)))
    (test-eqv #f (thread-join! short 4 'late))
    (condition-variable-signal! c)
    (test-eqv #t (thread-join! long 4 'late))))

(test-group "what ends while one waits"
  ;; The condition variable: the reason is told.
  (let* ((m (make-mutex)) (c (make-condition-variable)) (me (self))
         (waiting (thread (guard (e (#t (list (condition-kind e) (error-object-irritants e))))
                            (mutex-lock! m) (! me 'locked) (mutex-unlock! m c)))))
    (test-eqv 'locked (?))
    ;; It waits for the condition before it unlocks.
    (until (lambda () (eq? 'not-abandoned (mutex-state m))))
    (terminate! c)
    (test-equal (list 'noproc (list c))
      (let ((told (thread-join! waiting 5 'late))) told)))
  ;; A mutex: one who waited for it and has ended does not keep it.
  (let* ((m (make-mutex)))
    (mutex-lock! m)
    (let ((waiting (thread (mutex-lock! m) 'locked)))
      (thread-terminate! waiting)
      (test-error 'terminated-thread-exception (thread-join! waiting))
      (mutex-unlock! m)
      (until (lambda () (memq (mutex-state m) '(not-abandoned abandoned))))
      (test-assert (guard (e ((abandoned-mutex-exception? e) #t)) (mutex-lock! m))))))

(test-group "other messages and questions"
  ;; Messages of other forms are dropped, other questions have the answer #f.
  (for-each
   (lambda (object alive)
     (! object 'nonsense)
     (! object '(1 2 3))
     (! object (list (self) 'no-tag 'state))
     (let ((tag (make-tag)))
       (! object (list (self) tag 'no-such-question))
       (test-equal (list tag #f) (? 5 'no-answer)))
     (test-assert (alive object)))
   (list (make-mutex) (make-condition-variable) (make-thread list))
   (list mutex? condition-variable? thread?)))

(test-group "what is done twice, or without the first"
  ;; An unlocked mutex may be unlocked, and goes on.
  (let ((m (make-mutex)))
    (test-equal '(#t #t not-abandoned #t) (list (mutex-unlock! m) (mutex-unlock! m) (mutex-state m) (mutex-lock! m 5))))
  ;; A thread is started once, whether it still runs or has ended.
  (let ((t (thread (thread-sleep! 1000))))
    (test-error 'error (thread-start! t))
    (thread-terminate! t)
    (test-error 'error (thread-start! t)))
  ;; Nobody waits for a signal: it is not kept.
  (let ((m (make-mutex)) (c (make-condition-variable)))
    (condition-variable-signal! c)
    (condition-variable-broadcast! c)
    (mutex-lock! m)
    (test-eqv #f (mutex-unlock! m c 0.01))))

(test-group "names"
  (test-equal '(a b c) (list (thread-name (make-thread list 'a)) (mutex-name (make-mutex 'b))
                             (condition-variable-name (make-condition-variable 'c))))
  ;; What nothing was given is given by nobody.
  (test-equal '(#t #t #t)
    (let ((unset (if #f #f)))
      (list (eq? (mutex-specific (make-mutex)) (mutex-specific (make-mutex)))
            (eq? (condition-variable-specific (make-condition-variable)) (mutex-specific (make-mutex)))
            (eq? (thread-specific (make-thread list)) (mutex-specific (make-mutex)))))))
(test-end)
