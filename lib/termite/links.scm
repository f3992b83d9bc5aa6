;;; Links and monitors: who is told when a process ends.
;;;
;;; By a link, the end of a process reaches another as an exception, raised at
;;; its next receive: a condition of kind exit, here called termite exception,
;;; with the irritants origin (the pid), reason and object. A process that does
;;; not catch it ends too and passes it on unchanged. By a monitor, it arrives
;;; as the message (down tag pid reason object).

(define (%require-pid object who)
  (if (not (%primitive pid? object)) (%type-error who "a pid" object)))

;;> (inbound-link pid): this process is told of the end of the other. Raises
;;> type.
;;> Example: (catch termite-exception-reason (let ((p (spawn (lambda () (?))))) (inbound-link p) (terminate! p) (?))) => terminated
(define (inbound-link pid)
  (%require-pid pid 'inbound-link)
  (%primitive %link pid (%primitive %self)))

;;> (outbound-link pid): the other process is told of the end of this. Raises
;;> type.
;;> Example: (let ((p (spawn ?))) (outbound-link p) (unlink p) (alive? p)) => #t
(define (outbound-link pid)
  (%require-pid pid 'outbound-link)
  (%primitive %link (%primitive %self) pid))

;;> (full-link pid): inbound-link and outbound-link. Raises type.
;;> Example: (let ((p (spawn ?))) (full-link p) (unlink p) (alive? p)) => #t
(define (full-link pid)
  (inbound-link pid)
  (outbound-link pid))

;;> (unlink pid): takes away the links in both directions. Raises type.
;;> Example: (let ((p (spawn-link ?))) (unlink p) (terminate! p) (? 0.05 'nothing)) => nothing
(define (unlink pid)
  (%require-pid pid 'unlink)
  (%primitive %unlink pid (%primitive %self))
  (%primitive %unlink (%primitive %self) pid))

;;> (monitor pid): a tag; when the process ends, or has ended, the message (down
;;> tag pid reason object) arrives. Raises type.
;;> Example: (let ((t (monitor (spawn (lambda () 1))))) (recv (('down ,t _ reason _) (memq reason '(normal noproc)) #t))) => #t
(define (monitor pid)
  (%require-pid pid 'monitor)
  (%primitive %monitor pid))

;;> (demonitor tag): ends the monitor; its message does not arrive any more, and
;;> is removed if it has. Raises type.
;;> Example: (let ((p (spawn ?))) (demonitor (monitor p)) (terminate! p) (? 0.05 'nothing)) => nothing
(define (demonitor tag) (%primitive %demonitor tag))

;;> (termite-exception? object): whether it is the condition that tells of the
;;> end of a linked process.
;;> Example: (termite-exception? 'failure) => #f
(define (termite-exception? object) (%exit-notice? object))

;;> (make-termite-exception origin reason object): such a condition.
;;> Example: (termite-exception-reason (make-termite-exception (self) 'failure 1)) => failure
(define (make-termite-exception origin reason object)
  (%primitive %make-condition 'exit "a linked process ended:"
              (list origin reason object) #f #f))

(define (%termite-exception-field exception index who)
  (if (%exit-notice? exception)
      (list-ref (error-object-irritants exception) index)
      (%type-error who "a termite exception" exception)))

;;> (termite-exception-origin exception): the pid of the process that ended
;;> first. Raises type.
;;> Example: (catch (lambda (e) (pid? (termite-exception-origin e))) (spawn-link (lambda () (raise 1))) (?)) => #t
(define (termite-exception-origin exception)
  (%termite-exception-field exception 0 'termite-exception-origin))

;;> (termite-exception-reason exception): failure (it did not catch what was
;;> raised), normal, terminated, noproc (it had ended before it was linked) or
;;> node-down. Raises type.
;;> Example: (catch termite-exception-reason (spawn-link (lambda () (raise 1))) (?)) => failure
(define (termite-exception-reason exception)
  (%termite-exception-field exception 1 'termite-exception-reason))

;;> (termite-exception-object exception): what was raised, or #f. Raises type.
;;> Example: (catch termite-exception-object (spawn-link (lambda () (raise 1))) (?)) => 1
(define (termite-exception-object exception)
  (%termite-exception-field exception 2 'termite-exception-object))

;;> (catch handler body ...): the value of the body, or of the handler called
;;> with what the body raised. Termite paper 4.7.
;;> Example: (catch (lambda (exception) (list 'caught exception)) (raise 42) 123) => (caught 42)
(define-syntax catch
  (syntax-rules ()
    ((catch handler body ...)
     (with-exception-catcher handler (lambda () body ...)))))
