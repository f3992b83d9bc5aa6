;;; Mutexes. The process of a mutex watches the process of its owner, so it
;;; knows when that ends, and those of all that wait.

;;> (make-mutex [name]): a new mutex, unlocked. Raises unsendable. SRFI 18.
;;> Example: (mutex-state (make-mutex)) => not-abandoned
(define make-mutex
  (case-lambda
    (() (make-mutex #f))
    ((name) (spawn (lambda () (%keep-mutex name)) name: 'mutex))))

;; The state is what mutex-state returns. The data of those who wait are (state
;; . process): what the state will be, and the process whose end abandons the
;; mutex, or #f.
(define (%keep-mutex name)
  (let ((specific (void))
        (state 'not-abandoned)
        (watch #f)
        (waiting (make-wait-list)))
    (define (lock! caller new owner)
      (let ((before state))
        (set! state new)
        (set! watch (and owner (monitor owner)))
        (reply caller (if (eq? before 'abandoned) 'abandoned 'locked))))
    (define (unlock! free-state)
      (if watch (demonitor watch))
      (set! watch #f)
      (set! state free-state)
      (let ((next (next-waiter! waiting)))
        (if next
            (lock! next (car (caller-data next)) (cdr (caller-data next))))))
    (define (answer request caller)
      (match request
        ('kind (reply caller 'mutex))
        ('state (reply caller state))
        (('specific! object)
         (set! specific object)
         (reply caller #t))
        ('unlock
         (unlock! 'not-abandoned)
         (reply caller #t))
        (('lock new owner)
         (if (memq state '(not-abandoned abandoned))
             (lock! caller new owner)
             (wait! waiting caller (cons new owner))))
        (_ (reply caller (%property request name specific)))))
    (define (other message)
      (match message
        (('down ,watch _ _ _) (unlock! 'abandoned))
        ('unlock (unlock! 'not-abandoned))
        (_ #f)))
    (serve answer waiting other: other)))

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
  (let ((result (%ask-in-time mutex (list 'lock state owner) timeout
                              "a mutex" 'mutex-lock!)))
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
     (if (not (pid? mutex)) (%type-error 'mutex-unlock! "a mutex" mutex))
     (eq? 'signaled
          (%ask-in-time variable (list 'wait mutex) timeout
                        "a condition variable" 'mutex-unlock!)))))
