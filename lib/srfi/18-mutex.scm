;;; Mutexes. The process of a mutex watches the process of its owner, so it
;;; knows when that ends, and those of all that wait.

;;> (make-mutex [name]): a new mutex, unlocked. Raises unsendable. SRFI 18.
;;> Example: (mutex-state (make-mutex)) => not-abandoned
(define make-mutex
  (case-lambda
    (() (make-mutex #f))
    ((name) (spawn (lambda () (%keep-mutex name)) name: 'mutex))))

;; The state is what mutex-state returns. Those who wait have come in this
;; order; their data are (state . process): what the state will be, and the
;; process whose end abandons the mutex, or #f.
(define (%keep-mutex name)
  (let ((specific (void))
        (state 'not-abandoned)
        (watch #f)
        (waiting '()))
    (define (free?) (memq state '(not-abandoned abandoned)))
    (define (lock! waiter)
      (let ((before state) (owner (cdr (%waiter-data waiter))))
        (set! state (car (%waiter-data waiter)))
        (set! watch (and owner (monitor owner)))
        (%answer waiter (if (eq? before 'abandoned) 'abandoned 'locked))))
    (define (unlock! free-state)
      (if watch (demonitor watch))
      (set! watch #f)
      (set! state free-state)
      (if (pair? waiting)
          (let ((next (car waiting)))
            (set! waiting (cdr waiting))
            (lock! next))))
    (define (request! from tag request)
      (match request
        ('kind (! from (list tag 'mutex)))
        ('state (! from (list tag state)))
        (('specific! object)
         (set! specific object)
         (! from (list tag #t)))
        ('unlock
         (unlock! 'not-abandoned)
         (! from (list tag #t)))
        (('lock deadline locked owner)
         (let ((waiter (%make-waiter from tag (monitor from) deadline
                                     (cons locked owner))))
           (if (free?)
               (lock! waiter)
               (set! waiting (append waiting (list waiter))))))
        (_ (! from (list tag (%property request name specific))))))
    (let loop ()
      (recv
        (('down ended _ _ _)
         (if (eq? ended watch)
             (unlock! 'abandoned)
             (set! waiting (%without-watch ended waiting))))
        ((from tag request)
         (where (and (pid? from) (tag? tag)))
         (request! from tag request))
        (_ #f)
        (after (%nearest waiting) (set! waiting (%expire waiting))))
      (loop))))

;;> (mutex? object): whether it is a mutex. A process is asked, and has one
;;> second to answer. SRFI 18.
;;> Example: (map mutex? (list (make-mutex) 'mutex)) => (#t #f)
(define (mutex? object) (%is-a? object 'mutex))

(define (%ask-mutex mutex request who) (%ask mutex request "a mutex" who))

;;> (mutex-name mutex): its name. Raises type. SRFI 18.
;;> Example: (mutex-name (make-mutex 'door)) => door
(define (mutex-name mutex) (%ask-mutex mutex 'name 'mutex-name))

;;> (mutex-specific mutex): the object that mutex-specific-set! gave it. Raises
;;> type. SRFI 18.
;;> Example: (let ((m (make-mutex))) (mutex-specific-set! m '(a)) (mutex-specific m)) => (a)
(define (mutex-specific mutex) (%ask-mutex mutex 'specific 'mutex-specific))

;;> (mutex-specific-set! mutex object): gives it the object. Raises type,
;;> unsendable. SRFI 18.
;;> Example: (let ((m (make-mutex))) (mutex-specific-set! m 1) (mutex-specific-set! m 2) (mutex-specific m)) => 2
(define (mutex-specific-set! mutex object)
  (%ask-mutex mutex (list 'specific! object) 'mutex-specific-set!)
  (void))

;;> (mutex-state mutex): the thread that has locked it; the symbol not-owned if
;;> it is locked without an owner; abandoned if the thread that had locked it
;;> has ended; else not-abandoned. Raises type. SRFI 18.
;;> Example: (let ((m (make-mutex))) (mutex-lock! m) (eq? (mutex-state m) (current-thread))) => #t
(define (mutex-state mutex) (%ask-mutex mutex 'state 'mutex-state))

;;> (mutex-lock! mutex [timeout [thread]]): waits until it is unlocked, and
;;> locks it for this thread, for another, or without an owner if that is #f;
;;> whether it was locked before the timeout. If it was abandoned, raises an
;;> object for which abandoned-mutex-exception? is true, and it is locked. A
;;> mutex that this thread has locked is waited for as any other. Raises type.
;;> SRFI 18.
;;> Example: (let ((m (make-mutex))) (let* ((one (mutex-lock! m)) (two (mutex-lock! m 0.01))) (list one two))) => (#t #f)
(define mutex-lock!
  (case-lambda
    ((mutex) (%lock mutex #f (current-thread) (self)))
    ((mutex timeout) (%lock mutex timeout (current-thread) (self)))
    ((mutex timeout thread)
     (%lock mutex timeout (or thread 'not-owned)
            (and thread
                 ;; What has not started is not watched.
                 (%ask-thread thread 'worker 'mutex-lock!))))))

(define (%lock mutex timeout state owner)
  (let* ((deadline (%deadline-of timeout 'mutex-lock!))
         (result (%ask-mutex mutex (list 'lock deadline state owner)
                             'mutex-lock!)))
    (if (eq? result 'abandoned)
        (%error-of-kind 'abandoned-mutex-exception 'mutex-lock!
                        "the thread that had locked the mutex has ended"
                        mutex))
    (eq? result 'locked)))

;;> (abandoned-mutex-exception? object): whether mutex-lock! raised it. SRFI 18.
;;> Example: (let ((m (make-mutex))) (thread-join! (thread-start! (make-thread (lambda () (mutex-lock! m) 'ended)))) (guard (e (#t (abandoned-mutex-exception? e))) (mutex-lock! m))) => #t
(define (abandoned-mutex-exception? object)
  (%of-kind? object 'abandoned-mutex-exception))

;;> (mutex-unlock! mutex [condition-variable [timeout]]): unlocks it, whoever
;;> has locked it; the thread that waits longest gets it. With a condition
;;> variable, waits then until that is signaled; whether it was before the
;;> timeout. Raises type. SRFI 18.
;;> Example: (let ((m (make-mutex)) (c (make-condition-variable))) (mutex-lock! m) (mutex-unlock! m c 0.01)) => #f
(define mutex-unlock!
  (case-lambda
    ((mutex)
     (%ask-mutex mutex 'unlock 'mutex-unlock!)
     #t)
    ((mutex variable) (mutex-unlock! mutex variable #f))
    ((mutex variable timeout)
     (let* ((deadline (%deadline-of timeout 'mutex-unlock!))
            (tag (make-tag)))
       ;; Waits before it unlocks, lest a signal comes in between.
       (%ask-condition variable (list 'wait tag deadline) 'mutex-unlock!)
       (let ((watch (monitor variable)))
         (%ask-mutex mutex 'unlock 'mutex-unlock!)
         (recv
           ((,tag answer)
            (demonitor watch)
            (eq? answer 'signaled))
           (('down ,watch _ reason object)
            (%error-of-kind 'noproc 'mutex-unlock!
                            "the condition variable has ended:" variable
                            reason object))))))))
