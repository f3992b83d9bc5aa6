;;; Futures of futures. Each has a process that waits for the others. When it is
;;; cancelled, so are those it was made of, if they have no result: whoever
;;; wants them beside it makes one more future of them.

(define (%require-futures futures who)
  (for-each (lambda (future) (%pid future who))
            (%require-list futures who)))

;; Calls the thunk; should this process be terminated meanwhile, the futures are
;; cancelled.
(define (%with-futures futures thunk)
  (let* ((me (self))
         (guardian (spawn (lambda () (%cancel-with me futures))
                          name: 'future-guardian))
         (outcome (%outcome-of thunk)))
    (! guardian 'over)
    (if (eq? (car outcome) 'returned)
        (cadr outcome)
        (%raise-outcome outcome))))

;; The process says so when it has what it wants; else it was terminated, though
;; the monitor may come too late to tell that.
(define (%cancel-with pid futures)
  (let ((watch (monitor pid)))
    (recv
      ('over #t)
      (('down ,watch _ _ _) (%cancel-all futures)))))

(define (%cancel-all futures)
  (for-each (lambda (future)
              (%unless-ended (lambda () (future-cancel future))))
            futures))

;;> (future-map procedure future ...): a future of what the procedure returns
;;> for the values of the futures. It raises what one of them raises. Raises
;;> type, arity, unsendable.
;;> Example: (eval '(future-get (future-map + (future 1) (future 2))) (environment '(scheme base) '(util concurrent))) => 3
(define (future-map procedure . futures)
  (%require-callback procedure (length futures) 'future-map)
  (%require-futures futures 'future-map)
  (make-simple-future
   (lambda ()
     (apply procedure
            (%with-futures futures (lambda () (map future-get futures)))))))

;;> (future-flatmap procedure future ...): the same, where the procedure returns
;;> a future, of whose value it is then. Raises type, arity, unsendable.
;;> Example: (eval '(future-get (future-flatmap (lambda (n) (future (* n n))) (future 3))) (environment '(scheme base) '(util concurrent))) => 9
(define (future-flatmap procedure . futures)
  (let ((inner (apply future-map procedure futures)))
    (make-simple-future
     (lambda ()
       (let ((next (%with-futures (list inner) (lambda () (future-get inner)))))
         (%with-futures (list next) (lambda () (future-get next))))))))

;;> (future-guard handler future): a future of the value of the future, or of
;;> what the handler returns for what it raises. Raises type, arity, unsendable.
;;> Example: (eval '(future-get (future-guard list (future (raise 'oops)))) (environment '(scheme base) '(util concurrent))) => (oops)
(define (future-guard handler future)
  (%require-callback handler 1 'future-guard)
  (%pid future 'future-guard)
  (make-simple-future
   (lambda ()
     (let ((outcome (%outcome-of
                     (lambda ()
                       (%with-futures (list future)
                                      (lambda () (future-get future)))))))
       (if (eq? (car outcome) 'returned)
           (cadr outcome)
           (handler (cadr outcome)))))))

;; Has a process wait for each future, and calls `receive` with the outcomes as
;; they come, each with its index, until it returns a thunk, whose value it is.
(define (%as-they-end futures receive)
  (let* ((me (self))
         (tag (make-tag))
         (waiters
          (let loop ((rest futures) (index 0))
            (if (null? rest)
                '()
                (let ((future (car rest)))
                  (cons (spawn
                         (lambda ()
                           ;; When this process is terminated, nobody waits.
                           (catch (lambda (ended) #f)
                             (inbound-link me)
                             (let ((outcome (%outcome-of
                                             (lambda () (future-get future)))))
                               (! me (list tag index outcome)))))
                         name: 'future-waiter)
                        (loop (cdr rest) (+ index 1))))))))
    ((dynamic-wind
      void
      (lambda ()
        (let loop ()
          (or (recv ((,tag index outcome) (receive index outcome))) (loop))))
      (lambda () (for-each terminate! waiters))))))

;;> (future-all futures): a future of a list of the values of the futures, in
;;> their order. As soon as one raises, it raises that, and the others are
;;> cancelled. Raises type, unsendable.
;;> Example: (eval '(future-get (future-all (list (future 1) (future 2)))) (environment '(scheme base) '(util concurrent))) => (1 2)
(define (future-all futures)
  (%require-futures futures 'future-all)
  (make-simple-future
   (lambda ()
     (let ((values (make-vector (length futures) #f))
           (left (length futures)))
       (if (= left 0)
           '()
           (%with-futures futures
            (lambda ()
              (%as-they-end futures
               (lambda (index outcome)
                 (cond ((eq? (car outcome) 'raised)
                        (lambda ()
                          (%cancel-all futures)
                          (%raise-outcome outcome)))
                       (else
                        (vector-set! values index (cadr outcome))
                        (set! left (- left 1))
                        (and (= left 0)
                             (lambda () (vector->list values))))))))))))))

;;> (future-any futures): a future of the value of the first of the futures that
;;> has one; the others are cancelled. If all raise, it raises what the last of
;;> them to end did. Raises type, error if there are none, unsendable.
;;> Example: (eval '(future-get (future-any (list (future (raise 'oops)) (future 2)))) (environment '(scheme base) '(util concurrent))) => 2
(define (future-any futures)
  (%first-of futures 'future-any
             (lambda (outcome left)
               (or (eq? (car outcome) 'returned) (= left 0)))))

;;> (future-race futures): a future of what comes of the first of the futures to
;;> end: it has its value or raises what that raises; the others are cancelled.
;;> Raises type, error if there are none, unsendable.
;;> Example: (eval '(future-get (future-race (list (future (let loop () (loop))) (future 2)))) (environment '(scheme base) '(util concurrent))) => 2
(define (future-race futures)
  (%first-of futures 'future-race (lambda (outcome left) #t)))

(define (%first-of futures who enough?)
  (%require-futures futures who)
  (if (null? futures) (%error-of-kind 'error who "there are no futures"))
  (make-simple-future
   (lambda ()
     (let ((left (length futures)))
       (%with-futures futures
        (lambda ()
          (%as-they-end futures
           (lambda (index outcome)
             (set! left (- left 1))
             (and (enough? outcome left)
                  (lambda ()
                    (%cancel-all futures)
                    (if (eq? (car outcome) 'returned)
                        (cadr outcome)
                        (%raise-outcome outcome))))))))))))
