;;; The process of a future. It keeps the thunk and then what came of it, and
;;; lives until it is closed.
;;;
;;;   created --> running --> finished --> done, when somebody has got it
;;;      |           |
;;;      +-----------+------> terminated
;;;
;;; Who runs the thunk is one of: a process that this one starts; an executor,
;;; whose process says that it has the future and sends the outcome, and is
;;; watched here, so its end is the end of the wait; or an executor of other
;;; make, which sets state and result. An executor that ends before it has said
;;; so has not taken the future, which can be given to another one.
;;; Terminated is for good: an outcome that comes later is dropped.
;;;
;;; The process that computes is not this one: messages to a future must not be
;;; found by a receive of its thunk, and a thunk that never waits must be ended
;;; and asked for in time. It is watched from the first request on that comes
;;; before its outcome, for nobody else would miss that.

;; state: created, finished, done or terminated. worker: the process that was
;; started here, #f before and afterwards. outcome: (returned value), (raised
;; object trace ...), terminated or #f. executor: the pid of the process that
;; has the future, or is asked to take it, or #f. accepted: the pid of the
;; process that will compute it, when the executor has said that it has it; else
;; #f. result, canceller: what executors of other make have set.
(define-record-type future-server
  (%make-future-server state thunk worker worker-watch executor executor-watch
                       accepted owner outcome result canceller getters)
  %future-server?
  (state %state-of %state!)
  (thunk %thunk %thunk!)
  (worker %worker %worker!)
  (worker-watch %worker-watch %worker-watch!)
  (executor %executor %executor!)
  (executor-watch %executor-watch %executor-watch!)
  (accepted %accepted %accepted!)
  (owner %owner)
  (outcome %outcome %outcome!)
  (result %result-of %result!)
  (canceller %canceller %canceller!)
  (getters %getters))

;; executor: the pid of the process that has the future, or #f. owner: the
;; process that made the future, and has linked it; if it is terminated, so is
;; the future.
(define (%serve-future thunk owner start? executor)
  (if (and start? (not executor))
      (%serve-simple thunk owner)
      (let ((f (%new-server 'created thunk owner executor)))
        (if start? (%start! f))
        (if executor (%executor-watch! f (monitor executor)))
        (%serve-all f))))

(define (%new-server state thunk owner executor)
  (%make-future-server state thunk #f #f executor #f #f owner #f #f #f
                       (make-wait-list)))

(define (%serve-all f)
  (serve (lambda (request caller) (%answer! f request caller))
         (%getters f)
         other: (lambda (message) (%other! f message))
         exits: (lambda (condition) (%owner-ended! f condition))
         status: (lambda () (%status f))))

;; The worker of a thunk.
(define (%start thunk)
  (let* ((me (self)) (worker (spawn (lambda () (%compute me thunk)))))
    ;; The end of this process ends the other at its next receive.
    (%primitive %link me worker)
    worker))

(define (%start! f) (%worker! f (%start (%thunk f))))

;; Most futures are asked for, once or twice, and closed or left alone. As long
;; as nothing else comes, they need neither the loop nor the memory of a server:
;; who asks too early waits in the mailbox. The first message of another kind
;; makes a server of the process, which finds all of them there.
(define (%serve-simple thunk owner)
  (let ((worker (%start thunk)))
    (%mailbox-rewind!)
    (%serve-until-outcome worker #f thunk owner)))

;; These two wait themselves, by which (mound top) knows them.
(define (%serve-until-outcome worker watch thunk owner)
  (let ((message (%primitive %mailbox-next! #f)))
    (cond ((%outcome? message)
           (%mailbox-accept!)
           (if watch (demonitor watch))
           (%serve-outcome (cdr message) owner 'finished))
          ((and (%get? message 'get) (not (eq? (car message) worker)))
           ;; Nobody else would miss an outcome that never comes.
           (%serve-until-outcome worker (or watch (monitor worker))
                                 thunk owner))
          ((%normal-end? message)
           (%mailbox-accept!)
           (%serve-until-outcome worker watch thunk owner))
          (else
           (let ((f (%new-server 'created thunk owner #f)))
             (%worker! f worker)
             (%worker-watch! f watch)
             (%mailbox-rewind!)
             (%serve-all f))))))

;; Whether it tells that the owner has ended as it should.
(define (%normal-end? message)
  (and (termite-exception? message)
       (eq? (termite-exception-reason message) 'normal)))

;; Only who is on this node is answered here, as nothing can be raised by that.
(define (%serve-outcome outcome owner state)
  (let ((message (%primitive %mailbox-first! #f))
        (returned? (eq? (car outcome) 'returned)))
    (define (answered? value)
      (%primitive %send-here (car message) (list (cadr message) value)))
    (define (go-on state)
      (%mailbox-accept!)
      (%serve-outcome outcome owner state))
    (cond ((and returned?
                (or (%get? message 'get) (%get? message 'get-in-time))
                (answered? (%value-answer (cadr outcome))))
           (go-on 'done))
          ;; The owner has ended, which changes nothing any more.
          ((%exit-notice? message) (go-on state))
          ((and (%get? message 'state) (answered? state)) (go-on state))
          ((and (%get? message '%status) (answered? (%status-of state 0)))
           (go-on state))
          ((and (%get? message 'close) (answered? #f)) (%mailbox-accept!))
          (else
           (let ((f (%new-server state #f owner #f)))
             (%outcome! f outcome)
             (%mailbox-rewind!)
             (%serve-all f))))))

;; The answer to who asks for the value is the value itself, as lists of words
;; are sent most quickly. What else there is to say is a vector that begins with
;; %future; a value of that form is in one.
(define (%no-value? object)
  (and (vector? object)
       (> (vector-length object) 1)
       (eq? (vector-ref object 0) '%future)))

(define (%value-answer value)
  (if (%no-value? value) (vector '%future 'value value) value))

;; What a call returns at the end of its time.
(define %late '#(%future late))

(define (%outcome? message)
  (and (pair? message) (eq? (car message) 'outcome)))

;; Whether it is a call with that request: (pid tag request).
(define (%get? message request)
  (and (pair? message)
       (%primitive pid? (car message))
       (pair? (cdr message))
       (pair? (cddr message))
       (eq? (caddr message) request)
       (%primitive tag? (cadr message))))

(define (%status f)
  (%status-of (%state-of f) (wait-list-length (%getters f))))

(define (%status-of state getters)
  (list (cons 'state state) (cons 'getters getters)))

;; Its outcome is known: (returned value), (raised object) or terminated.
(define (%end! f how)
  (if (not (%outcome f))
      (begin
        (%outcome! f how)
        (%state! f (if (eq? how 'terminated) how 'finished))
        (%thunk! f #f)
        (%unwatch! (%worker-watch f))
        (%unwatch! (%executor-watch f))
        (%primitive %unlink (%owner f) (self))
        (if (and (%worker f) (eq? how 'terminated)) (terminate! (%worker f)))
        (%worker! f #f)
        (%each-getter! f (lambda (getter) (%tell! f getter))))))

(define (%each-getter! f receive)
  (let ((getter (next-waiter! (%getters f))))
    (if getter
        (begin
          (receive getter)
          (%each-getter! f receive)))))

(define (%unwatch! watch) (if watch (demonitor watch)))

(define (%tell! f getter)
  (let ((outcome (%outcome f)))
    (if (eq? outcome 'terminated)
        (reply getter '#(%future terminated))
        (begin
          (if (eq? (%state-of f) 'finished) (%state! f 'done))
          (if (eq? (car outcome) 'returned)
              (reply getter (%value-answer (cadr outcome)))
              (%raise-outcome-at getter outcome))))))

;; An executor is asked to take it, or, with #f, has not.
(define (%submit! f to)
  (%unwatch! (%executor-watch f))
  (%accepted! f #f)
  (%executor! f to)
  (%executor-watch! f (and to (not (%outcome f)) (monitor to)))
  (if (not (or to (%worker f)))
      (%each-getter! f (lambda (getter) (reply getter '#(%future created))))))

;; Complains if the process that computes it, or will, is the caller.
(define (%require-elsewhere f caller)
  (let ((pid (caller-pid caller)))
    (if (and (or (eq? pid (%worker f)) (eq? pid (%accepted f)))
             (not (%outcome f)))
        (%error-of-kind 'deadlock 'future-get
                        "a process would wait for itself, for ever:" pid))))

;; A list of whom the caller still has to tell, and of what it has to call; or
;; #f if there is neither.
(define (%cancel! f)
  (let ((executor (and (not (%outcome f)) (%executor f)))
        (canceller (%canceller f)))
    (%end! f 'terminated)
    (if executor (! executor (list 'drop (self))))
    (%canceller! f #f)
    (and (or executor canceller) (list executor canceller))))

(define (%get! f caller)
  (cond ((%outcome f) (%tell! f caller))
        ((eq? (%state-of f) 'terminated)
         (reply caller '#(%future terminated)))
        ((%result-of f)
         (reply caller (vector '%future 'result (%result-of f))))
        ((or (%worker f) (%executor f)) (wait! (%getters f) caller))
        (else (reply caller '#(%future created)))))

(define (%answer! f request caller)
  (if (and (%worker f) (not (%worker-watch f)))
      (%worker-watch! f (monitor (%worker f))))
  (match request
    ('get
     (%require-elsewhere f caller)
     (%get! f caller))
    ('get-in-time (%get! f caller))
    ('require-elsewhere
     (%require-elsewhere f caller)
     (reply caller #t))
    ('cancel (reply caller (%cancel! f)))
    ('state (reply caller (%state-of f)))
    ('thunk (reply caller (%thunk f)))
    (('submit to)
     (%submit! f to)
     (reply caller (%thunk f)))
    ('result (reply caller (%result-of f)))
    (('result-set! object)
     (%result! f object)
     (reply caller #t))
    ('canceller (reply caller (%canceller f)))
    (('canceller-set! object)
     (%canceller! f object)
     (reply caller #t))
    (('state-set! new)
     (if (eq? new 'terminated) (%end! f 'terminated) (%state! f new))
     (reply caller #t))
    ('close
     (reply caller (%cancel! f))
     (shutdown!))))

(define (%other! f message)
  (match message
    ('(start)
     (if (not (or (%worker f) (%outcome f))) (%start! f)))
    (('accepted worker) (%accepted! f worker))
    (('outcome . how)
     (let ((told (and (%worker f) (%executor f))))
       (%end! f how)
       (if told (! told (list 'finished (self))))))
    (('down watch pid reason object)
     (cond ((eq? watch (%worker-watch f)) (%end! f (%lost pid reason object)))
           ((eq? watch (%executor-watch f))
            (cond ((not (memq reason '(normal noproc)))
                   (%end! f (%lost pid reason object)))
                  ((or (%worker f) (%accepted f)) (%end! f 'terminated))
                  (else (%submit! f #f))))))
    (_ #t)))

(define (%owner-ended! f condition)
  (if (eq? (termite-exception-reason condition) 'terminated)
      (%end! f 'terminated)))

(define (%lost pid reason object)
  (list 'raised
        (%ended-condition "the process of the future" pid reason object
                          'future-get)))

;; Calls the thunk and sends the outcome; what cannot be sent is told of as the
;; condition that says so.
(define (%compute future thunk)
  (let ((outcome (%traced-outcome
                  (lambda ()
                    (! future (list 'outcome 'returned (thunk)))))))
    (if (and (eq? (car outcome) 'raised)
             (not (%from-future? future (cadr outcome))))
        (catch (lambda (problem)
                 (! future (list 'outcome 'raised problem)))
          (! future (cons 'outcome outcome))))))

;; Whether it tells that the future itself has ended: then nobody wants it.
(define (%from-future? future object)
  (and (termite-exception? object)
       (eq? future (termite-exception-origin object))))
