;;; The traced process sends an event for each message and each procedure that
;;; it enters, to one process at a time:
;;;
;;;   (trace pid received message)
;;;   (trace pid sent to message)
;;;   (trace pid called procedure place (argument ...))   all of them strings
;;;
;;; Calls are told of as the compiler left them: what it has inlined does not
;;; show. Tracing ends when the process that is told has ended.

(define (%kinds kinds who)
  (for-each
   (lambda (kind)
     (if (not (memq kind '(messages calls)))
         (%type-error who "messages or calls" kind)))
   kinds)
  (if (null? kinds) '(messages) kinds))

;;> (trace-to receiver pid kind ...): has the process of this node send its
;;> events to the receiver, another one of this node. Kinds are messages and
;;> calls; without one, messages. Raises type.
;;> Example: (eval '(let ((p (spawn (lambda () (?))))) (trace-to (self) p 'messages) (! p 'hello) (recv (('trace ,p what message) (list what message)))) (environment '(termite) '(mound trace))) => (received hello)
(define (trace-to receiver pid . kinds)
  (let ((kinds (%kinds kinds 'trace-to)))
    (%primitive %trace pid receiver
                (and (memq 'messages kinds) #t)
                (and (memq 'calls kinds) #t))))

;;> (trace-process pid kind ...): writes the events of the process to the port
;;> for errors of the caller, until it ends or is not to be traced any more;
;;> returns the process that does so. Kinds as for trace-to. Raises type.
;;> Example: (eval '(let* ((p (spawn ?)) (tracer (trace-process p))) (untrace-process p) (terminate! tracer) (pid? tracer)) (environment '(termite) '(mound trace))) => #t
(define (trace-process pid . kinds)
  ;; Before there is a process that would show the events.
  (%kinds kinds 'trace-process)
  (if (not (%primitive pid? pid)) (%type-error 'trace-process "a pid" pid))
  (let* ((port (current-error-port))
         (caller (self))
         (tag (make-tag))
         (tracer (spawn (lambda ()
                          (let ((watch (monitor pid)))
                            (! caller tag)
                            (%show watch port)))
                        name: 'tracer)))
    ;; From now on it learns why the process ends.
    (recv (,tag #t))
    (apply trace-to tracer pid kinds)
    tracer))

;;> (untrace-process pid): ends the tracing of the process. Raises type.
;;> Example: (eval '(let ((p (spawn (lambda () (let loop () (?) (loop)))))) (trace-to (self) p) (untrace-process p) (! p 'hello) (? 0.05 'nothing)) (environment '(termite) '(mound trace))) => nothing
(define (untrace-process pid) (%primitive %trace pid (self) #f #f))

(define (%show watch port)
  (recv
    (('trace pid 'received message)
     (%line port pid " <- " message)
     (%show watch port))
    (('trace pid 'sent to message)
     (%line port pid " -> " to " " message)
     (%show watch port))
    (('trace pid 'called procedure place arguments)
     (%write-line
      port
      (lambda (out)
        (display pid out)
        (display " (" out)
        (display procedure out)
        (for-each (lambda (argument)
                    (display " " out)
                    (display argument out))
                  arguments)
        (display ") at " out)
        (display place out)))
     (%show watch port))
    (('down ,watch pid reason object)
     (%line port pid " ended: " reason))))

(define (%line port pid . parts)
  (%write-line
   port
   (lambda (out)
     (display pid out)
     (for-each (lambda (part)
                 (if (string? part) (display part out) (write part out)))
               parts))))

;; One write, so that it is not mixed with other output.
(define (%write-line port fill)
  (write-string
   (call-with-output-string
    (lambda (out)
      (fill out)
      (newline out)))
   port))
