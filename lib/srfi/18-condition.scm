;;; Condition variables.

;;> (make-condition-variable [name]): a new condition variable, for which nobody
;;> waits. Raises unsendable. SRFI 18.
;;> Example: (condition-variable-name (make-condition-variable 'full)) => full
(define make-condition-variable
  (case-lambda
    (() (make-condition-variable #f))
    ((name)
     (spawn (lambda () (%keep-condition name)) name: 'condition-variable))))

(define (%keep-condition name)
  (let ((specific (void)) (waiting (make-wait-list)))
    (define (answer request caller)
      (match request
        ('kind (reply caller 'condition-variable))
        (('specific! object)
         (set! specific object)
         (reply caller #t))
        ;; It waits before the mutex is unlocked, lest a signal comes in
        ;; between.
        (('wait mutex)
         (wait! waiting caller)
         (! mutex 'unlock))
        ('signal
         (let ((first (next-waiter! waiting)))
           (if first (reply first 'signaled)))
         (reply caller #t))
        ('broadcast
         (%reply-to-all waiting 'signaled)
         (reply caller #t))
        (_ (reply caller (%property request name specific)))))
    (serve answer waiting)))

;;> (condition-variable? object): whether it is a condition variable. A process
;;> is asked, and has one second to answer. SRFI 18.
;;> Example: (map condition-variable? (list (make-condition-variable) (make-mutex))) => (#t #f)
(define (condition-variable? object)
  (%is-a? object 'condition-variable))

(define (%ask-condition variable request who)
  (%ask variable request "a condition variable" who))

;;> (condition-variable-name variable): its name. Raises type. SRFI 18.
;;> Example: (condition-variable-name (make-condition-variable)) => #f
(define (condition-variable-name variable)
  (%ask-condition variable 'name 'condition-variable-name))

;;> (condition-variable-specific variable): the object that
;;> condition-variable-specific-set! gave it. Raises type. SRFI 18.
;;> Example: (let ((c (make-condition-variable))) (condition-variable-specific-set! c '(a)) (condition-variable-specific c)) => (a)
(define (condition-variable-specific variable)
  (%ask-condition variable 'specific 'condition-variable-specific))

;;> (condition-variable-specific-set! variable object): gives it the object.
;;> Raises type, unsendable. SRFI 18.
;;> Example: (let ((c (make-condition-variable))) (condition-variable-specific-set! c 1) (condition-variable-specific c)) => 1
(define (condition-variable-specific-set! variable object)
  (%ask-condition variable (list 'specific! object)
                  'condition-variable-specific-set!)
  (void))

;;> (condition-variable-signal! variable): lets the thread that waits longest go
;;> on, if any waits. Raises type. SRFI 18.
;;> Example: (let* ((m (make-mutex)) (c (make-condition-variable)) (t (make-thread (lambda () (mutex-lock! m) (condition-variable-signal! c) (mutex-unlock! m))))) (mutex-lock! m) (thread-start! t) (mutex-unlock! m c)) => #t
(define (condition-variable-signal! variable)
  (%ask-condition variable 'signal 'condition-variable-signal!)
  (void))

;;> (condition-variable-broadcast! variable): lets all that wait go on. Raises
;;> type. SRFI 18.
;;> Example: (let* ((m (make-mutex)) (c (make-condition-variable)) (t (make-thread (lambda () (mutex-lock! m) (condition-variable-broadcast! c) (mutex-unlock! m))))) (mutex-lock! m) (thread-start! t) (mutex-unlock! m c)) => #t
(define (condition-variable-broadcast! variable)
  (%ask-condition variable 'broadcast 'condition-variable-broadcast!)
  (void))
