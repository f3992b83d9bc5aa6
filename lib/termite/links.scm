;;; Links and monitors: who is told when a process ends.
;;;
;;; By a link, the end of a process reaches another as an exception, raised at
;;; its next receive: a condition of kind exit, here called termite exception,
;;; with the irritants origin (the pid), reason and object. A process that does
;;; not catch it ends too and passes it on unchanged. By a monitor, it arrives
;;; as the message (down tag pid reason object).

(define (%require-pid object who)
  (if (not (%primitive pid? object)) (%type-error who "a pid" object)))

;; Links, or unlinks, two processes: `to` is told of the end of `from`. That is
;; done on the node of `to`, unless one of them is this process.
(define (%connect from to linked who)
  (%require-pid from who)
  (%require-pid to who)
  (let ((me (%primitive %self)))
    (if (or (eq? from me) (%here? to))
        (%link-here from to linked)
        (on (%primitive %pid-node to)
            (lambda () (%link-here from to linked))))))

(define (%link-here from to linked)
  (if linked
      (%primitive %link from to)
      (%primitive %unlink from to)))

(define (%here? pid)
  (let ((node (%primitive %pid-node pid)))
    (or (not node) (equal? node (%primitive %current-node)))))

;;> (inbound-link pid): this process is told of the end of the other.
;;> (inbound-link pid to): the process `to` is told of it. Raises type, and as
;;> `on` does if neither is of this node.
;;> Example: (catch termite-exception-reason (let ((p (spawn (lambda () (?))))) (inbound-link p) (terminate! p) (?))) => terminated
(define inbound-link
  (case-lambda
    ((pid) (%connect pid (%primitive %self) #t 'inbound-link))
    ((pid to) (%connect pid to #t 'inbound-link))))

;;> (outbound-link pid): the other process is told of the end of this.
;;> (outbound-link pid from): it is told of the end of the process `from`.
;;> Raises as inbound-link does.
;;> Example: (let ((p (spawn ?))) (outbound-link p) (unlink p) (alive? p)) => #t
(define outbound-link
  (case-lambda
    ((pid) (%connect (%primitive %self) pid #t 'outbound-link))
    ((pid from) (%connect from pid #t 'outbound-link))))

;;> (full-link pid): inbound-link and outbound-link. (full-link pid other):
;;> links two processes, each of which is told of the end of the other. Raises
;;> as inbound-link does.
;;> Example: (let ((p (spawn ?))) (full-link p) (unlink p) (alive? p)) => #t
(define full-link
  (case-lambda
    ((pid) (full-link pid (%primitive %self)))
    ((pid other)
     (%connect pid other #t 'full-link)
     (%connect other pid #t 'full-link))))

;;> (unlink pid): takes away the links with this process in both directions.
;;> (unlink pid other): those between the two. Raises as inbound-link does.
;;> Example: (let ((p (spawn-link ?))) (unlink p) (terminate! p) (? 0.05 'nothing)) => nothing
(define unlink
  (case-lambda
    ((pid) (unlink pid (%primitive %self)))
    ((pid other)
     (%connect pid other #f 'unlink)
     (%connect other pid #f 'unlink))))

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
