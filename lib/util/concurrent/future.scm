;;; Futures. A future is a record with the pid of its process, and may be sent
;;; anywhere; it keeps its result until it is closed or its node ends.

;;> <future>: the record type of all futures. A type of one's own has it, or
;;> <executor-future>, as its parent.
;;> Example: (eval '(eq? (rtd-name (rtd-parent <simple-future>)) (rtd-name <future>)) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => #t
(define <future>
  (make-rtd '<future> '#((immutable pid)) #f 'uid 'util/concurrent/future))

(define %future-pid (rtd-accessor <future> 'pid))

;;> <simple-future>: the record type of futures that start at once.
;;> Example: (eval '(rtd-name <simple-future>) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => <simple-future>
(define <simple-future>
  (make-rtd '<simple-future> '#() <future>
            'uid 'util/concurrent/simple-future))

(define %make-simple-future (rtd-constructor <simple-future>))

;;> (future? object): whether it is a future.
;;> Example: (eval '(map future? (list (future 1) 1)) (environment '(scheme base) '(util concurrent))) => (#t #f)
(define future? (rtd-predicate <future>))

;;> (simple-future? object): whether it is a future that started at once.
;;> Example: (eval '(simple-future? (future 1)) (environment '(scheme base) '(util concurrent))) => #t
(define simple-future? (rtd-predicate <simple-future>))

(define (%pid future who)
  (if (future? future)
      (%future-pid future)
      (%type-error who "a future" future)))

;;> (future-pid future): the pid of its process. Raises type.
;;> Example: (eval '(pid? (future-pid (future 1))) (environment '(termite) '(util concurrent))) => #t
(define (future-pid future) (%pid future 'future-pid))

;; The pid of the process of a new future. It is linked here: it could come too
;; late to watch this one, and so miss that this one was terminated.
(define (%spawn-future thunk start? executor)
  (let* ((me (self))
         (pid (%primitive %spawn
                          (lambda () (%serve-future thunk me start? executor))
                          'future)))
    (%primitive %link me pid)
    pid))

;;> (make-simple-future thunk): a future of what the thunk returns; a process of
;;> its own calls it at once. Raises type, arity, unsendable.
;;> Example: (eval '(future-get (make-simple-future (lambda () (* 6 7)))) (environment '(scheme base) '(util concurrent))) => 42
(define (make-simple-future thunk)
  (%require-callback thunk 0 'make-simple-future)
  (%make-simple-future (%spawn-future thunk #t #f)))

;; A future of the type. Those of other types than simple ones do not start yet.
;; `executor`: the pid of the process that will get it, or #f.
(define (%make-future type thunk executor)
  (if (not (rtd? type)) (%type-error 'future "a record type" type))
  ((rtd-constructor type '#(pid))
   (%spawn-future thunk (%simple? type) executor)))

(define (%simple? type)
  (and type
       (or (eq? (%rtd-tag type) (%rtd-tag <simple-future>))
           (%simple? (rtd-parent type)))))

;;> class: the word before the type of a future, in `future`.
;;> Example: (eval '(executor-future? (future (class <executor-future>) 1)) (environment '(scheme base) '(util concurrent))) => #t
(define-syntax class
  (syntax-rules ()))

;;> (future body ...): a future of the value of the body, which a process of its
;;> own evaluates at once. (future (class type) body ...): a future of that
;;> record type; if it is not a simple one, it waits for an executor. The body
;;> has copies of the variables: what it assigns is not seen outside. If the
;;> process that makes the future is terminated, the future is cancelled. Raises
;;> unsendable.
;;> Example: (eval '(let ((f (future (+ 1 2)))) (future-get f)) (environment '(scheme base) '(util concurrent))) => 3
(define-syntax future
  (syntax-rules (class)
    ((future (class type) body ...)
     (%make-future type (lambda () body ...) #f))
    ((future body ...)
     (make-simple-future (lambda () body ...)))))

;; Its tag is a symbol, so the type is the same on all nodes.
;;> &future-terminated: the SRFI 35 type of what future-get raises for a future
;;> that was cancelled.
;;> Example: (eval '(condition-type? &future-terminated) (environment '(scheme base) '(srfi 35) '(util concurrent))) => #t
(define &future-terminated
  (make-condition-type '&future-terminated &error '(future)
                       '&future-terminated))

;;> (future-terminated? object): whether future-get raised it for a future that
;;> was cancelled.
;;> Example: (eval '(let ((f (future (let loop () (loop))))) (future-cancel f) (guard (e (#t (future-terminated? e))) (future-get f))) (environment '(scheme base) '(util concurrent))) => #t
(define (future-terminated? object)
  (and (condition? object) (condition-has-type? object &future-terminated)))

;;> (terminated-future condition): that future. Raises type.
;;> Example: (eval '(let ((f (future (let loop () (loop))))) (future-cancel f) (guard (e (#t (eq? f (terminated-future e)))) (future-get f))) (environment '(scheme base) '(util concurrent))) => #t
(define (terminated-future condition)
  (if (future-terminated? condition)
      (condition-ref condition 'future)
      (%type-error 'terminated-future "a condition of a terminated future"
                   condition)))

(define (%raise-terminated future)
  (raise (make-compound-condition
          (make-condition &message 'message "the future was cancelled")
          (make-condition &future-terminated 'future future))))

;;> (future-get future [timeout [default]]): the value of the future, which is
;;> waited for; raises what its thunk raised, each time it is called. At the end
;;> of the timeout returns the default (#f), and the future goes on. Raises
;;> type, a condition for which future-terminated? is true if it was cancelled,
;;> error if it was not given to an executor yet, deadlock without a timeout if
;;> its own thunk asks or a task that it waits behind in a pool, noproc or
;;> node-down if its process or the one that computed it has ended.
;;> Example: (eval '(future-get (future (let loop () (loop))) 0.01 'not-yet) (environment '(scheme base) '(util concurrent))) => not-yet
(define future-get
  (case-lambda
    ((future) (%get future #f #f))
    ((future timeout) (%get future timeout #f))
    ((future timeout default) (%get future timeout default))))

(define (%get future timeout default)
  (let ((answer (call (%pid future 'future-get)
                      (if timeout 'get-in-time 'get)
                      timeout %late)))
    (if (%no-value? answer)
        (case (vector-ref answer 1)
          ((value) (vector-ref answer 2))
          ((late) default)
          ((terminated) (%raise-terminated future))
          ((result)
           (%foreign-result future (vector-ref answer 2) timeout default))
          (else
           (%error-of-kind 'error 'future-get "the future is not started yet"
                           future)))
        answer)))

;; Where the canceller is #t the result is what was raised.
(define (%foreign-result future result timeout default)
  (let* ((nothing (list 'nothing))
         (value (cond ((shared-box? result)
                       (shared-box-get! result timeout nothing))
                      ((procedure? result) (result future timeout nothing))
                      (else result))))
    (cond ((eq? value nothing) default)
          ((eq? (future-canceller future) #t) (raise value))
          (else value))))

;;> (future-cancel future): cancels the future, unless it has a result: the
;;> process that computes it is ended, its place in an executor is free, and
;;> whoever waits for it is told. Raises type.
;;> Example: (eval '(let ((f (future (let loop () (loop))))) (future-cancel f) (future-cancelled? f)) (environment '(scheme base) '(util concurrent))) => #t
(define (future-cancel future)
  (%finish-cancel future (call (%pid future 'future-cancel) 'cancel))
  #t)

;; `left`: what the process of the future has left to this one, or #f.
(define (%finish-cancel future left)
  ;; The executor is waited for; should this process end now, the future has
  ;; told it too.
  (if (and left (car left))
      (%unless-ended
       (lambda () (call (car left) (list 'drop (future-pid future))))))
  (if (and left (procedure? (cadr left))) ((cadr left) future)))

;; An executor that has ended has nothing of the future any more.
(define (%unless-ended thunk)
  (guard (problem ((and (condition? problem)
                        (memq (condition-kind problem) '(noproc node-down)))
                   #f))
    (thunk)))

;;> (future-cancel-after future timeout): cancels the future after so many
;;> seconds, or at a time, unless it has a result then; returns the future.
;;> Raises type.
;;> Example: (eval '(guard (e (#t (future-terminated? e))) (future-get (future-cancel-after (future (let loop () (loop))) 0.01))) (environment '(scheme base) '(util concurrent))) => #t
(define (future-cancel-after future timeout)
  (%pid future 'future-cancel-after)
  (%deadline timeout)
  (spawn (lambda ()
           (let ((nothing (list 'nothing)))
             (if (eq? nothing
                      (catch (lambda (problem) #f)
                        (future-get future timeout nothing)))
                 (future-cancel future))))
         name: 'future-deadline)
  future)

(define (%state future who) (call (%pid future who) 'state))

;;> (future-state future): created until it has a result, then finished, and
;;> done when that was got; or terminated. Raises type.
;;> Example: (eval '(let ((f (future 1))) (future-get f) (future-state f)) (environment '(scheme base) '(util concurrent))) => done
(define (future-state future) (%state future 'future-state))

;;> (future-done? future): whether it has a result. Raises type.
;;> Example: (eval '(future-done? (future (let loop () (loop)))) (environment '(scheme base) '(util concurrent))) => #f
(define (future-done? future)
  (and (memq (%state future 'future-done?) '(finished done)) #t))

;;> (future-cancelled? future): whether it was cancelled. Raises type.
;;> Example: (eval '(future-cancelled? (future 1)) (environment '(scheme base) '(util concurrent))) => #f
(define (future-cancelled? future)
  (eq? (%state future 'future-cancelled?) 'terminated))

;;> (future-close! future): forgets the future and its result, and ends its
;;> process; a future that has no result yet is cancelled. What is done with it
;;> later raises noproc. Raises type.
;;> Example: (eval '(let ((f (future 1))) (future-close! f) (catch condition-kind (future-get f))) (environment '(termite) '(mound conditions) '(util concurrent))) => noproc
(define (future-close! future)
  (%finish-cancel future (call (%pid future 'future-close!) 'close))
  (void))

;;; What those who make executors use.

;;> (future-thunk future): the thunk of the future, #f when it has ended. Raises
;;> type.
;;> Example: (eval '((future-thunk (future (class <executor-future>) 5))) (environment '(scheme base) '(util concurrent) '(util concurrent future))) => 5
(define (future-thunk future) (call (%pid future 'future-thunk) 'thunk))

;;> (future-state-set! future state): sets its state. Raises type.
;;> Example: (eval '(let ((f (future (class <executor-future>) 5))) (future-state-set! f 'terminated) (future-cancelled? f)) (environment '(scheme base) '(util concurrent) '(util concurrent future))) => #t
(define (future-state-set! future state)
  (call (%pid future 'future-state-set!) (list 'state-set! state))
  (void))

;;> (future-result future): what future-result-set! gave it, or #f. Raises type.
;;> Example: (eval '(future-result (future 1)) (environment '(scheme base) '(util concurrent) '(util concurrent future))) => #f
(define (future-result future) (call (%pid future 'future-result) 'result))

;;> (future-result-set! future object): says where future-get finds the result:
;;> in a shared box, by a procedure of the future, a timeout and a default, or
;;> in the object itself. Raises type, unsendable.
;;> Example: (eval '(let ((f (future (class <executor-future>) 5)) (b (make-shared-box))) (future-result-set! f b) (shared-box-put! b 6) (future-get f)) (environment '(scheme base) '(util concurrent) '(util concurrent future))) => 6
(define (future-result-set! future object)
  (call (%pid future 'future-result-set!) (list 'result-set! object))
  (void))

;;> (future-canceller future): what future-canceller-set! gave it, or #f. Raises
;;> type.
;;> Example: (eval '(future-canceller (future 1)) (environment '(scheme base) '(util concurrent) '(util concurrent future))) => #f
(define (future-canceller future)
  (call (%pid future 'future-canceller) 'canceller))

;;> (future-canceller-set! future object): a procedure that future-cancel calls
;;> with the future, or #t if the result is what its thunk has raised. Raises
;;> type, unsendable.
;;> Example: (eval '(let ((f (future (class <executor-future>) 5))) (future-canceller-set! f #t) (future-canceller f)) (environment '(scheme base) '(util concurrent) '(util concurrent future))) => #t
(define (future-canceller-set! future object)
  (call (%pid future 'future-canceller-set!) (list 'canceller-set! object))
  (void))

;; Complains if the process that will compute the future is this one.
(define (%future-elsewhere future)
  (call (future-pid future) 'require-elsewhere))

;; Tells the future that the process of an executor has it, or, with #f, has not
;; taken it; its thunk.
(define (%submit-future! future executor)
  (call (future-pid future) (list 'submit executor)))
