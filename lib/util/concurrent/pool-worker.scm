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

;; The pool sends (task thunk future?) and is sent (begun worker number), then
;; (done worker number outcome), where the outcome is #f unless the task
;; belongs to a future. Or it sends (settle) and is sent the same when all that
;; the tasks of this process have sent to other nodes has arrived.
(define (%work pool number handle-error)
  (set! %current (cons (self) number))
  (let loop ()
    (let ((message (catch (lambda (object) object) (?))))
      (match message
        (('task thunk future?)
         (! pool (list 'begun (self) number))
         (%do-task pool number thunk future? handle-error))
        ('(settle) (%settle pool number))
        (_ (%end-with pool message))))
    (loop)))

(define (%do-task pool number thunk future? handle-error)
  (let ((outcome (%traced-outcome thunk)))
    (if (eq? (car outcome) 'raised) (%end-with pool (cadr outcome)))
    (if (and (not future?) (eq? (car outcome) 'raised))
        (catch (lambda (problem) #f) (handle-error (cadr outcome))))
    (if future?
        ;; What cannot be sent is told of as the condition that says so.
        (catch (lambda (problem)
                 (! pool (list 'done (self) number (list 'raised problem))))
          (! pool (list 'done (self) number outcome)))
        (! pool (list 'done (self) number #f)))))

;; What a process sends to one node arrives there in order. So when the node
;; has said that it has no such service, what was sent to it before is there.
(define (%settle pool number)
  (let ((outcome
         (%traced-outcome
          (lambda ()
            (for-each (lambda (node)
                        (!? (remote-service '%settled node) 'settled? #f #f))
                      (nodes))))))
    (if (eq? (car outcome) 'returned)
        (! pool (list 'done (self) number #f))
        (begin
          ;; The end of a process that a task has linked.
          (%end-with pool (cadr outcome))
          (%settle pool number)))))

;; The end of the pool is the end of its workers.
(define (%end-with pool object)
  (if (and (termite-exception? object)
           (eq? (termite-exception-origin object) pool))
      (shutdown!)))
