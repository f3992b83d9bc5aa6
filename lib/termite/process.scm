;;; Processes and sending.

;; A service: the name of a process and the node where to look for it.
(define-record-type service
  (%make-service name node)
  %service?
  (name %service-name)
  (node %service-node))

;; The keywords of spawn and its like are variables that hold their own name.

;;> name: the keyword before the name of a new process.
;;> Example: name: => name:
(define name: 'name:)

;;> links: the keyword before the list of pids linked to a new process.
;;> Example: links: => links:
(define links: 'links:)

;;> timeout: the keyword before the seconds that remote-spawn waits for the
;;> node.
;;> Example: timeout: => timeout:
(define timeout: 'timeout:)

;;> priority: the keyword before high, normal or low: which of the processes
;;> that are ready run first. Those of lower priority get a part of the time
;;> too.
;;> Example: priority: => priority:
(define priority: 'priority:)

;;> limits: the keyword before the limits of a new process, as
;;> default-limits-set! takes them.
;;> Example: limits: => limits:
(define limits: 'limits:)

;; The value after a keyword among the options, or the default.
(define (%option keyword options default who)
  (cond ((null? options) default)
        ((or (not (pair? (cdr options)))
             (not (memq (car options)
                        '(name: links: timeout: priority: limits:))))
         (%type-error
          who "name:, links:, priority:, limits: or timeout: and its value"
          (car options)))
        ((eq? (car options) keyword)
         (%checked-option keyword (cadr options) who))
        (else (%option keyword (cddr options) default who))))

(define (%checked-option keyword value who)
  (define (wanted is-right? text)
    (if (is-right? value) value (%type-error who text value)))
  (case keyword
    ((name:) (wanted symbol? "a symbol after name:"))
    ((links:) (wanted %pids? "a list of pids after links:"))
    ((priority:) (wanted (lambda (value) (memq value '(high normal low)))
                         "high, normal or low after priority:"))
    ((limits:) (wanted list? "a list of limits after limits:"))
    (else value)))

(define (%pids? object)
  (cond ((pair? object)
         (and (%primitive pid? (car object)) (%pids? (cdr object))))
        (else (null? object))))

;;> (self): the pid of this process. Termite paper 4.1.
;;> Example: (pid? (self)) => #t
(define (self) (%primitive %self))

;;> (pid? object): whether messages can be sent to it: it is a pid or what
;;> remote-service made. Termite paper 4.3.
;;> Example: (pid? 5) => #f
(define (pid? object)
  (if (%primitive pid? object) #t (%service? object)))

;;> (! pid message): sends the message and does not wait for anything but room
;;> in the connection, or in a mailbox whose limit makes senders wait. Sending
;;> to a process that ended does nothing. The message arrives as a copy that
;;> cannot be changed. Raises type, unsendable. Termite paper 4.
;;> Example: (begin (! (self) '(1 2)) (?)) => (1 2)
(define (! pid message)
  (if (%primitive pid? pid)
      (let ((sent (%primitive %send-here pid message)))
        (if sent sent (%primitive %send pid message)))
      (%send-elsewhere pid message)))

(define (%send-elsewhere to message)
  (if (%service? to)
      (%primitive %send-service (%service-name to) (%service-node to) message)
      (%type-error '! "a pid" to)))

;;> (spawn thunk option ...): a new process that calls the thunk, and its pid.
;;> Options are name: and a symbol, links: and a list of pids to be told of its
;;> end, priority: and high, normal or low, limits: and a list as
;;> default-limits-set! takes it. It has no handlers, and parameters are as
;;> outside of each parameterize. It sees top-level variables, and what they
;;> hold, as this process does now, but for itself alone. Raises type, arity,
;;> unsendable. Termite paper 4.
;;> Example: (let ((me (self))) (spawn (lambda () (! me 'hi)) name: 'greeter) (?)) => hi
(define spawn
  (case-lambda
    ((thunk) (%primitive %spawn thunk))
    ((thunk . options)
     (%spawn thunk '() options 'spawn))))

(define (%spawn thunk links options who)
  (%primitive %spawn thunk
              (%option 'name: options 'anonymous who)
              (append links (%option 'links: options '() who))
              (%option 'priority: options 'normal who)
              (%option 'limits: options '() who)))

;;> (spawn-link thunk option ...): spawns a process linked with this one in both
;;> directions. Raises type, arity, unsendable. Termite paper 4.7.
;;> Example: (catch termite-exception-object (spawn-link (lambda () (raise 'oops))) (?)) => oops
(define (spawn-link thunk . options)
  (let ((me (%primitive %self)))
    (let ((child (%spawn thunk (list me) options 'spawn-link)))
      (%primitive %link me child)
      child)))

;;> (spawn-linked-to pid thunk option ...): spawns a process whose end the given
;;> one is told of, and not the reverse. Raises type, arity, unsendable.
;;> Example: (catch termite-exception-reason (spawn-linked-to (self) (lambda () (raise 'oops))) (?)) => failure
(define (spawn-linked-to pid thunk . options)
  (%spawn thunk (list pid) options 'spawn-linked-to))

;;> (shutdown!): ends this process normally.
;;> Example: (let ((p (spawn shutdown!))) (wait-for p) (alive? p)) => #f
(define (shutdown!) (%primitive %end))

;;> (halt!): ends this process without telling its links. Who watches it (with
;;> monitor, wait-for or a request by !?) learns that it has ended, as after a
;;> normal end. Termite paper 4.9.
;;> Example: (let ((p (spawn halt!))) (wait-for p) (alive? p)) => #f
(define (halt!) (%primitive %halt))

;;> (terminate! pid): ends the process, here or on another node; its links are
;;> told the reason terminated. Raises type.
;;> Example: (let ((p (spawn (lambda () (?))))) (terminate! p) (wait-for p) (alive? p)) => #f
(define (terminate! pid) (%primitive %terminate pid))

;;> (alive? pid [timeout]): whether the process has not ended; a remote node is
;;> given so many seconds (5) to answer. Raises type, unreachable, node-down,
;;> timeout.
;;> Example: (alive? (self)) => #t
(define alive?
  (case-lambda
    ((pid) (alive? pid 5))
    ((pid timeout)
     (if (%here? pid)
         (%primitive %alive? pid #f)
         (on (%primitive %pid-node pid) (lambda () (alive? pid)) timeout)))))

;;> (wait-for pid): returns the reason when the process has ended: normal,
;;> failure, terminated, noproc if it had before, or node-down. (wait-for pid
;;> timeout [default]): waits only so long, as ? does. Raises type, deadlock if
;;> a process would wait for itself for ever.
;;> Example: (let ((p (spawn ?))) (! p 'go) (pair? (memq (wait-for p 5) '(normal noproc)))) => #t
(define wait-for
  (case-lambda
    ((pid)
     (%require-other pid 'wait-for)
     (%wait-for pid #f %raise-timeout))
    ((pid timeout) (%wait-for pid timeout %raise-timeout))
    ((pid timeout default) (%wait-for pid timeout (lambda () default)))))

;; Complains if this process would wait for itself, and so for ever.
(define (%require-other pid who)
  (if (eq? pid (%primitive %self))
      (%error-of-kind 'deadlock who
                      "a process would wait for itself, for ever:" pid)))

(define (%wait-for pid timeout otherwise)
  (%primitive %mailbox-skip!)
  (let* ((watch (%primitive %monitor pid))
         (notice (%await (%deadline timeout) watch watch
                         (lambda (down) (list-ref down 3)))))
    (if (%primitive absent? notice)
        (begin
          (%primitive %demonitor watch)
          (otherwise))
        notice)))

;;> (process-priority-set! pid priority): makes the priority of the process of
;;> this node high, normal or low. Raises type.
;;> Example: (begin (process-priority-set! (self) 'high) 'done) => done
(define (process-priority-set! pid priority)
  (%primitive %priority! pid priority))

;;> (default-limits-set! limits): sets what processes of this node may take that
;;> are spawned from now on. The limits are an association list: heap (bytes of
;;> heap and stack, and of shared data that is held), mailbox (messages that
;;> wait) and mailbox-bytes, each a number, none, or #f for what is usual: a
;;> quarter of the memory of all processes as heap, and no limit of the
;;> mailbox; when-heap-full, kill or raise; when-mailbox-full, kill, raise,
;;> drop-newest, drop-oldest or suspend (whoever sends waits for room). What is
;;> not named stays. Raises type.
;;> Example: (begin (default-limits-set! '((heap . 1000000000))) (default-limits-set! '((heap . #f))) (default-limits)) => ()
(define (default-limits-set! limits) (%primitive %default-limits! limits))

;;> (default-limits): the limits of processes that are spawned without others.
;;> Example: (default-limits) => ()
(define (default-limits) (%primitive %default-limits))

;;> (process-limits-set! limits): sets limits of this process, as
;;> default-limits-set! takes them. Raises type.
;;> Example: (begin (process-limits-set! '((mailbox . 1000))) (process-limits)) => ((mailbox . 1000) (when-mailbox-full . kill))
(define (process-limits-set! limits) (%primitive %limits! limits))

;;> (process-limits): the limits of this process.
;;> Example: (process-limits) => ()
(define (process-limits) (%primitive %limits))

;;> (process-list): the pids of all processes of this node.
;;> Example: (and (memq (self) (process-list)) #t) => #t
(define (process-list) (%primitive %process-list))

;;> (process-info pid): an association list of what is known of a process of
;;> this node: name; state, which is running, queued, waiting, or suspended (it
;;> waits for room to send); priority, mailbox-length, reductions; memory-bytes,
;;> the room of its heap and stack and what it holds outside; of that in use
;;> heap-bytes, stack-bytes and shared-bytes, the fragments that others can hold
;;> too; lost-messages, which its limits have cost; oldest-message, which
;;> counts messages and is the same as long as the oldest one in the mailbox is;
;;> procedure, the running one; limits; and the pids in links (who is told of
;;> its end), monitors (whom it watches) and monitored-by. #f if it has ended.
;;> Raises type.
;;> Example: (pair? (assq 'name (process-info (self)))) => #t
(define (process-info pid) (%primitive %process-info pid))

;;> (process-name pid): the name that the process of this node was given, or #f
;;> if it has ended. Raises type.
;;> Example: (let ((p (spawn (lambda () (?)) name: 'idle))) (process-name p)) => idle
(define (process-name pid)
  (let ((info (%primitive %process-info pid)))
    (if info (cdr (assq 'name info)) #f)))
