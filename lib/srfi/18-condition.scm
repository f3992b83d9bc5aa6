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
  (let ((specific (void)) (waiting '()))
    (define (wake! waiters)
      (for-each (lambda (waiter) (%answer waiter 'signaled)) waiters))
    (define (request! from tag request)
      (match request
        ('kind (! from (list tag 'condition-variable)))
        (('specific! object)
         (set! specific object)
         (! from (list tag #t)))
        (('wait wake deadline)
         (set! waiting
               (append waiting
                       (list (%make-waiter from wake (monitor from) deadline
                                           #f))))
         (! from (list tag #t)))
        ('signal
         (if (pair? waiting)
             (let ((first (car waiting)))
               (set! waiting (cdr waiting))
               (wake! (list first))))
         (! from (list tag #t)))
        ('broadcast
         (wake! waiting)
         (set! waiting '())
         (! from (list tag #t)))
        (_ (! from (list tag (%property request name specific))))))
    (let loop ()
      (recv
        (('down ended _ _ _) (set! waiting (%without-watch ended waiting)))
        ((from tag request)
         (where (and (pid? from) (tag? tag)))
         (request! from tag request))
        (_ #f)
        (after (%nearest waiting) (set! waiting (%expire waiting))))
      (loop))))

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
