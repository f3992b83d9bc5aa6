;;; A worker of a pool: a process that does the tasks which the process of the
;;; pool sends it, one at a time, until it is terminated.
;;;
;;; A task begins with the handlers and parameters of a new process, and what it
;;; left unread is dropped after it: messages, and exceptions of linked
;;; processes as far as they have come.

;; The pid of a worker and its number: new processes begin with the same value.
(define %current #f)

;;> (thread-pool-current-thread-id): the number of this process in the pool it
;;> works for, #f if it works for none.
;;> Example: (eval '(thread-pool-current-thread-id) (environment '(scheme base) '(util concurrent))) => #f
(define (thread-pool-current-thread-id)
  (and %current (eq? (car %current) (self)) (cdr %current)))

;; The pool sends (task thunk future?) and is sent (done worker outcome), where
;; the outcome is #f unless the task belongs to a future.
(define (%work pool number handle-error)
  (set! %current (cons (self) number))
  (let loop ()
    (let ((message (catch (lambda (object) object) (?))))
      (match message
        (('task thunk future?) (%do-task pool thunk future? handle-error))
        (_ (%end-with pool message))))
    (loop)))

(define (%do-task pool thunk future? handle-error)
  (let ((outcome (%traced-outcome thunk)))
    (if (eq? (car outcome) 'raised) (%end-with pool (cadr outcome)))
    (if (and (not future?) (eq? (car outcome) 'raised))
        (catch (lambda (problem) #f) (handle-error (cadr outcome))))
    (if future?
        ;; What cannot be sent is told of as the condition that says so.
        (catch (lambda (problem)
                 (! pool (list 'done (self) (list 'raised problem))))
          (! pool (list 'done (self) outcome)))
        (! pool (list 'done (self) #f)))))

;; The end of the pool is the end of its workers.
(define (%end-with pool object)
  (if (and (termite-exception? object)
           (eq? (termite-exception-origin object) pool))
      (shutdown!)))
