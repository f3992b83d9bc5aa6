;;; The process of a future. It keeps the thunk and then what came of it, and
;;; lives until it is closed.
;;;
;;;   created --> running --> finished --> done, when somebody has got it
;;;      |           |
;;;      +-----------+------> terminated
;;;
;;; Who runs the thunk is one of: a process that this one starts; an executor,
;;; whose process sends the outcome, and is watched here, so its end is the end
;;; of the wait; or an executor of other make, which sets state and result.
;;; Terminated is for good: an outcome that comes later is dropped.

;; executor: the pid of the process that has the future, or #f. owner: the
;; process that made the future; if it is terminated, so is the future.
(define (%serve-future thunk owner start? executor)
  (define state 'created)
  (define running? #f)
  (define outcome #f)
  (define worker #f)
  (define worker-watch #f)
  (define executor-watch (and executor (monitor executor)))
  (define owner-watch #f)
  (define result #f)
  (define canceller #f)
  (define getters (make-wait-list))
  (define (start!)
    (let ((me (self)) (thunk* thunk))
      (set! running? #t)
      (set! worker (spawn (lambda () (%compute me thunk*)) name: 'future-task))
      (set! worker-watch (monitor worker))
      (outbound-link worker)))
  (define (unwatch! watch) (if watch (demonitor watch)))
  ;; Its outcome is known: (returned value), (raised object) or terminated.
  (define (end! how)
    (if (not outcome)
        (begin
          (set! outcome how)
          (set! state (if (eq? how 'terminated) how 'finished))
          (set! thunk #f)
          (unwatch! worker-watch)
          (unwatch! executor-watch)
          (unwatch! owner-watch)
          (if (eq? how 'terminated) (if worker (terminate! worker)))
          (set! worker #f)
          (let loop ()
            (let ((getter (next-waiter! getters)))
              (if getter
                  (begin
                    (tell! getter)
                    (loop))))))))
  (define (tell! getter)
    (cond ((eq? outcome 'terminated) (reply getter outcome))
          ((eq? (car outcome) 'returned)
           (if (eq? state 'finished) (set! state 'done))
           (reply getter (cdr outcome)))
          (else
           (if (eq? state 'finished) (set! state 'done))
           (raise-at getter (cadr outcome)))))
  (define (cancel! caller)
    (let ((had executor) (was outcome))
      (end! 'terminated)
      (if (and had (not was)) (! had (list 'drop (self))))
      ;; Whom the caller still has to tell.
      (reply caller (list (if was #f had) canceller))
      (set! canceller #f)))
  (define (get! caller)
    (cond (outcome (tell! caller))
          ((eq? state 'terminated) (reply caller state))
          (result (reply caller (vector result canceller)))
          ((or running? executor) (wait! getters caller))
          (else (reply caller 'created))))
  (define (answer request caller)
    (match request
      ('get (get! caller))
      ('cancel (cancel! caller))
      ('state (reply caller state))
      ('thunk (reply caller thunk))
      (('submit to)
       (unwatch! executor-watch)
       (set! executor to)
       (set! executor-watch (and to (not outcome) (monitor to)))
       (reply caller thunk))
      ('result (reply caller result))
      (('result-set! object)
       (set! result object)
       (reply caller #t))
      ('canceller (reply caller canceller))
      (('canceller-set! object)
       (set! canceller object)
       (reply caller #t))
      (('state-set! new)
       (if (eq? new 'terminated) (end! 'terminated) (set! state new))
       (reply caller #t))
      ('close
       (end! 'terminated)
       (reply caller #t)
       (shutdown!))))
  (define (other message)
    (match message
      ('(start) (if (not (or running? outcome)) (start!)))
      (('outcome how)
       (let ((had executor))
         (end! how)
         (if (and had running?) (! had (list 'finished (self))))))
      (('down ,worker-watch pid reason object) (end! (%lost pid reason object)))
      (('down ,executor-watch pid reason object)
       (end! (if (memq reason '(normal noproc))
                 'terminated
                 (%lost pid reason object))))
      (('down ,owner-watch _ reason _)
       (if (eq? reason 'terminated) (end! 'terminated)))
      (_ #t)))
  (if start? (start!))
  (set! owner-watch (monitor owner))
  (serve answer getters
         other: other
         status: (lambda ()
                   (list (cons 'state state)
                         (cons 'getters (wait-list-length getters))))))

(define (%lost pid reason object)
  (list 'raised
        (%primitive %make-condition
                    (if (eq? reason 'node-down) reason 'noproc)
                    "the process of the future ended without a result:"
                    (list pid reason object) 'future-get #f)))

;; Calls the thunk and sends the outcome; what cannot be sent is told of as the
;; condition that says so.
(define (%compute future thunk)
  (let ((outcome (%traced-outcome thunk)))
    ;; Nobody wants it when the future itself has ended.
    (if (and (eq? (car outcome) 'raised)
             (termite-exception? (cadr outcome))
             (eq? future (termite-exception-origin (cadr outcome))))
        (shutdown!))
    (catch (lambda (problem) (! future (list 'outcome (list 'raised problem))))
      (! future (list 'outcome outcome)))))
