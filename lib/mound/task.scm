;;; A task is a process that sends the outcome of its thunk to the process that
;;; made it, and ends. The end of that process ends the task at its next
;;; receive.

(define-record-type %task
  (%make-task pid tag watch owner over)
  task?
  (pid %task-pid)
  (tag %task-tag)
  (watch %task-watch)
  (owner %task-owner)
  ;; Whether nothing will come of it any more, since it was awaited or stopped.
  (over %task-over? %task-over!))

;;> (task? object): whether it is a task.
;;> Example: (eval '(map task? (list (async 1) 'async)) (environment '(scheme base) '(mound task))) => (#t #f)

;;> (task thunk): a task that calls the thunk in a process of its own. Raises
;;> type, arity, unsendable.
;;> Example: (eval '(await (task (lambda () (* 6 7)))) (environment '(scheme base) '(mound task))) => 42
(define (task thunk)
  (%require-callback thunk 0 'task)
  (let* ((me (self))
         (tag (make-tag))
         (pid (%primitive %spawn
                          (lambda ()
                            (recv
                              ('%go
                               (%send-outcome me tag (%outcome-of thunk)))))
                          'task))
         (watch (monitor pid)))
    (%primitive %link me pid)
    (! pid '%go)
    (%make-task pid tag watch me #f)))

;;> (async body ...): a task that evaluates the body.
;;> Example: (eval '(let ((a (async (+ 1 2))) (b (async (* 3 4)))) (list (await b) (await a))) (environment '(scheme base) '(mound task))) => (12 3)
(define-syntax async
  (syntax-rules ()
    ((async body ...) (task (lambda () body ...)))))

(define (%require-own object who)
  (if (not (task? object)) (%type-error who "a task" object))
  (if (not (eq? (%task-owner object) (self)))
      (%error-of-kind 'error who "the task was made by another process"
                      (%task-owner object))))

;;> (await task [timeout [default]]): what the thunk of the task returned;
;;> raises what it raised. A task can be awaited once, by the process that made
;;> it. After so many seconds returns the default or raises the symbol timeout;
;;> the task goes on and can be awaited again. Raises type, error if it was
;;> awaited or stopped before, noproc if the task was ended.
;;> Example: (eval '(await (async (? 5 'slow)) 0.01 'not-yet) (environment '(termite) '(mound task))) => not-yet
(define await
  (case-lambda
    ((task) (%wait task #f %raise-timeout))
    ((task timeout) (%wait task timeout %raise-timeout))
    ((task timeout default) (%wait task timeout (lambda () default)))))

(define (%wait task timeout otherwise)
  (%require-own task 'await)
  (if (%task-over? task)
      (%error-of-kind 'error 'await "the task was awaited or stopped before"
                      (%task-pid task)))
  (let* ((tag (%task-tag task))
         (watch (%task-watch task))
         (message (recv
                    ((,tag . answer) (cons tag answer))
                    (('down ,watch _ reason object)
                     (list 'ended reason object))
                    (after timeout #f))))
    (if message (%note-over task))
    (match message
      (#f (otherwise))
      (('ended reason object)
       ;; What it sent before its end is here by now, unless it was awaited.
       (let ((sent (recv ((,tag . answer) (cons tag answer)) (after 0 #f))))
         (if sent
             (%value sent)
             (raise (%ended-condition "the task" (%task-pid task)
                                      reason object 'await)))))
      (_
       (demonitor watch)
       (%value message)))))

;; A task that came in a message cannot be changed; it waits if asked again.
(define (%note-over task)
  (catch (lambda (problem) #f) (%task-over! task #t)))

;;> (await-all tasks [timeout]): a list of what the thunks returned, in the
;;> order of the tasks. If one raises, the others are stopped. Raises as await
;;> does; the timeout is for all.
;;> Example: (eval '(await-all (map (lambda (n) (async (* n n))) '(1 2 3))) (environment '(scheme base) '(mound task))) => (1 4 9)
(define await-all
  (case-lambda
    ((tasks) (await-all tasks #f))
    ((tasks timeout)
     (let ((limit (if (real? timeout)
                      (seconds->time (+ (current-second) timeout))
                      timeout)))
       (let loop ((rest tasks) (results '()))
         (if (null? rest)
             (reverse results)
             (let ((result (catch (lambda (problem)
                                    (for-each task-stop! rest)
                                    (raise problem))
                             (await (car rest) limit))))
               (loop (cdr rest) (cons result results)))))))))

;;> (parallel-map procedure list): like map, each application in a task of its
;;> own. Raises what the procedure raises.
;;> Example: (eval '(parallel-map (lambda (n) (* n n)) '(1 2 3)) (environment '(scheme base) '(mound task))) => (1 4 9)
(define (parallel-map procedure list)
  (await-all (map (lambda (element) (task (lambda () (procedure element))))
                  (%require-list list 'parallel-map))))

;;> (task-stop! task): ends the task; what it sends is dropped. Raises type,
;;> error.
;;> Example: (eval '(let ((t (async (?)))) (task-stop! t) (wait-for (task-pid t)) (task-alive? t)) (environment '(termite) '(mound task))) => #f
(define (task-stop! task)
  (%require-own task 'task-stop!)
  (%note-over task)
  (terminate! (%task-pid task))
  (demonitor (%task-watch task))
  (%primitive %mailbox-rewind!)
  (%primitive %mailbox-forsake! (%task-tag task))
  (void))

;;> (task-pid task): the pid of its process. Raises type.
;;> Example: (eval '(pid? (task-pid (async 1))) (environment '(termite) '(mound task))) => #t
(define (task-pid task)
  (if (task? task) (%task-pid task) (%type-error 'task-pid "a task" task)))

;;> (task-alive? task): whether it still computes. Raises type.
;;> Example: (eval '(task-alive? (async (?))) (environment '(termite) '(mound task))) => #t
(define (task-alive? task) (alive? (task-pid task)))
