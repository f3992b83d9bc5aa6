;;; Executors of all kinds, and the procedures that find the methods of each. An
;;; executor is a record; those here have the pid of a process and may be sent
;;; anywhere. The methods of a kind are code: each node that uses an executor
;;; has the library that registers them.

;; Record types that have a symbol are the same on all nodes.

;;> <executor>: the record type of all executors, the parent of one's own.
;;> Example: (eval '(executor? ((rtd-constructor (make-rtd 'own #() <executor>)))) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => #t
(define <executor>
  (make-rtd '<executor> '#() #f 'uid 'util/concurrent/executor))

;;> <executor-future>: the record type of futures that wait for an executor.
;;> Example: (eval '(eq? (rtd-name (rtd-parent <executor-future>)) (rtd-name <future>)) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => #t
(define <executor-future>
  (make-rtd '<executor-future> '#() <future>
            'uid 'util/concurrent/executor-future))

;;> (executor? object): whether it is an executor.
;;> Example: (eval '(map executor? (list (make-fork-join-executor) 1)) (environment '(scheme base) '(util concurrent))) => (#t #f)
(define executor? (rtd-predicate <executor>))

;;> (executor-future? object): whether it is a future for an executor.
;;> Example: (eval '(map executor-future? (list (future 1) (make-executor-future list))) (environment '(scheme base) '(util concurrent))) => (#f #t)
(define executor-future? (rtd-predicate <executor-future>))

;;> (make-executor-future thunk): a future of what the thunk returns, for an
;;> executor. Raises type, arity, unsendable.
;;> Example: (eval '(let ((f (make-executor-future (lambda () 5)))) (execute-future! (make-fork-join-executor) f) (future-get f)) (environment '(scheme base) '(util concurrent))) => 5
(define (make-executor-future thunk)
  (%require-callback thunk 0 'make-executor-future)
  (%make-future <executor-future> thunk #f))

;;> &duplicate-executor-registration: the SRFI 35 type of what is raised when
;;> methods are registered twice for one type.
;;> Example: (eval '(condition-type? &duplicate-executor-registration) (environment '(scheme base) '(srfi 35) '(util concurrent))) => #t
(define &duplicate-executor-registration
  (make-condition-type '&duplicate-executor-registration &error '(rtd)
                       '&duplicate-executor-registration))

;;> (duplicate-executor-registration? object): whether it was raised since the
;;> type had methods already.
;;> Example: (eval '(duplicate-executor-registration? 1) (environment '(scheme base) '(util concurrent))) => #f
(define (duplicate-executor-registration? object)
  (%of-type? object &duplicate-executor-registration))

(define (%of-type? object type)
  (and (condition? object) (condition-has-type? object type)))

;;> (duplicate-executor-rtd condition): the record type concerned. Raises type.
;;> Example: (eval '(guard (e ((duplicate-executor-registration? e) (rtd-name (duplicate-executor-rtd e)))) (let () (register-executor-methods <fork-join-executor> list list list) 1)) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => <fork-join-executor>
(define (duplicate-executor-rtd condition)
  (%field condition &duplicate-executor-registration 'rtd
          'duplicate-executor-rtd))

(define (%field condition type field who)
  (if (%of-type? condition type)
      (condition-ref condition field)
      (%type-error who "a condition of another type" condition)))

;; What a process assigns is not seen by those that are there already, so the
;; methods registered on this node are kept by another: an alist by the tags of
;; types.
(define %registry
  (spawn (lambda ()
           (let ((all '()))
             (serve (lambda (request caller)
                      (match request
                        (('find tag) (reply caller (assq tag all)))
                        (('add tag methods)
                         (if (assq tag all)
                             (reply caller #f)
                             (begin
                               (set! all (cons (cons tag methods) all))
                               (reply caller #t)))))))))
         name: 'executor-methods))

(define (%register! type available? execute shutdown)
  (if (not (rtd? type))
      (%type-error 'register-executor-methods "a record type" type))
  (if (or (%own-methods type)
          (not (call %registry (list 'add (%rtd-tag type)
                                     (list available? execute shutdown)))))
      (raise (make-compound-condition
              (make-condition &message 'message
                              "the type of executors has methods already")
              (make-condition &duplicate-executor-registration 'rtd type)))))

;; Lists (available? execute! shutdown!) of the types of this library.
(define (%own-methods type)
  (let ((tag (%rtd-tag type)))
    (cond ((eq? tag (%rtd-tag <thread-pool-executor>))
           (list thread-pool-executor-available?
                 thread-pool-executor-execute-future!
                 thread-pool-executor-shutdown!))
          ((eq? tag (%rtd-tag <fork-join-executor>))
           (list fork-join-executor-available?
                 fork-join-executor-execute-future!
                 fork-join-executor-shutdown!))
          (else #f))))

(define (%methods-of-type type)
  (or (%own-methods type)
      (let ((found (call %registry (list 'find (%rtd-tag type)))))
        (and found (cdr found)))))

;;> (register-executor-methods type available? execute! shutdown!): says how
;;> executors of the record type work: these procedures get the executor, and
;;> execute! the future too. That holds for this node. Raises a condition for
;;> which duplicate-executor-registration? is true if the type has methods.
;;> Example: (eval '(let () (define-record-type (<own> <executor>) #t own?) (register-executor-methods <own> own? list own?) (executor-available? (make-<own>))) (environment '(except (scheme base) define-record-type) '(srfi 99) '(util concurrent))) => #t
(define-syntax register-executor-methods
  (syntax-rules ()
    ((_ type available? execute shutdown)
     (define dummy (%register! type available? execute shutdown)))))

(define (%methods-of executor who)
  (if (not (executor? executor)) (%type-error who "an executor" executor))
  (let loop ((type (record-rtd executor)))
    (cond ((not type) #f)
          ((%methods-of-type type) => (lambda (methods) methods))
          (else (loop (rtd-parent type))))))

(define (%required-methods executor who)
  (or (%methods-of executor who)
      (%error-of-kind 'error who "given executor is not supported" executor)))

;;> (executor-available? executor): whether it takes a future now without
;;> rejecting it. Raises type.
;;> Example: (eval '(executor-available? (make-thread-pool-executor 1)) (environment '(scheme base) '(util concurrent))) => #t
(define (executor-available? executor)
  (let ((methods (%methods-of executor 'executor-available?)))
    (and methods ((car methods) executor))))

;;> (execute-future! executor future): has the executor compute the future.
;;> Raises type, error if nobody has registered methods for the executor, and
;;> what its reject handler raises.
;;> Example: (eval '(let ((f (make-executor-future (lambda () 1)))) (execute-future! (make-thread-pool-executor 1) f) (future-get f)) (environment '(scheme base) '(util concurrent))) => 1
(define (execute-future! executor future)
  (let ((methods (%required-methods executor 'execute-future!)))
    (if (not (future? future))
        (%type-error 'execute-future! "a future" future))
    ((cadr methods) executor future)))

;;> (executor-submit! executor thunk): a future of what the thunk returns, which
;;> the executor computes. Raises as execute-future! does, arity, unsendable.
;;> Example: (eval '(future-get (executor-submit! (make-thread-pool-executor 10) (lambda () 'executed))) (environment '(scheme base) '(util concurrent))) => executed
(define (executor-submit! executor thunk)
  (%required-methods executor 'executor-submit!)
  (%require-callback thunk 0 'executor-submit!)
  (let ((future (make-executor-future thunk)))
    (execute-future! executor future)
    future))

;;> (shutdown-executor! executor): ends the executor. Raises type, error if
;;> nobody has registered methods for it.
;;> Example: (eval '(let ((e (make-thread-pool-executor 1))) (shutdown-executor! e) (executor-state e)) (environment '(scheme base) '(util concurrent))) => shutdown
(define (shutdown-executor! executor)
  ((caddr (%required-methods executor 'shutdown-executor!)) executor)
  #t)
