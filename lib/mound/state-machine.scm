;;; The process takes the messages of a generic server; others are events too. A
;;; run of it has these parts, all in the arguments of one loop:
;;;
;;;   queue      events to be handled before any message
;;;   postponed  events that wait for a change of state, the latest first
;;;   timeouts   a list of lists (name moment), moments by the machine's clock

;;> (state-machine? object): whether it is the description of a state machine,
;;> which make-state-machine returns.
;;> Example: (eval '(state-machine? (make-state-machine list list list)) (environment '(scheme base) '(mound state-machine))) => #t
(define-record-type state-machine
  (%make-machine init handle terminate enter?)
  state-machine?
  (init %machine-init)
  (handle %machine-handle)
  (terminate %machine-terminate)
  (enter? %machine-enter?))

;;> (make-state-machine init handle terminate option ...): a description of a
;;> machine. init gets the arguments of the start and returns two values, state
;;> and data. handle gets state, event and data and returns one of (next state
;;> data action ...), (keep data action ...) and (stop reason data action ...).
;;> Events are (call from term), (cast term), (info message), (timeout name),
;;> and with enter: #t also (enter old-state). Actions are (reply from object),
;;> (timeout seconds), which is over at the next change of state, (timeout name
;;> seconds), (cancel name), postpone, which keeps the event until the state
;;> changes, and (event object), which is handled next. terminate gets reason,
;;> state and data. Raises type.
;;> Example: (eval '(state-machine? (make-state-machine list list list enter: #t)) (environment '(scheme base) '(mound state-machine))) => #t
(define (make-state-machine init handle terminate . options)
  (%require-procedure init 'make-state-machine)
  (%require-callback handle 3 'make-state-machine)
  (%require-callback terminate 3 'make-state-machine)
  (%check-options options '(enter:) 'make-state-machine)
  (%make-machine init handle terminate (%option 'enter: options #f)))

;;> (state-machine:start machine argument ...): a new process that runs it, and
;;> its pid, when init, which gets the arguments, has returned. Raises type,
;;> what init raises.
;;> Example: (eval '(let* ((light (make-state-machine (lambda () (values 'red 0)) (lambda (state event n) (match event (('call from 'next) (list 'next (if (eq? state 'red) 'green 'red) (+ n 1) (list 'reply from state))))) list)) (m (state-machine:start light))) (state-machine:call m 'next) (state-machine:call m 'next)) (environment '(termite) '(mound state-machine))) => green
(define (state-machine:start machine . arguments)
  (%start spawn machine arguments 'state-machine:start))

;;> (state-machine:start-link machine argument ...): the same, linked with this
;;> process in both directions.
;;> Example: (eval '(alive? (state-machine:start-link (make-state-machine values list list) 'off 0)) (environment '(termite) '(mound state-machine))) => #t
(define (state-machine:start-link machine . arguments)
  (%start spawn-link machine arguments 'state-machine:start-link))

(define (%start spawn machine arguments who)
  (if (not (state-machine? machine))
      (%type-error who "a state machine" machine))
  (%launch spawn
           (lambda ()
             (call-with-values
              (lambda () (apply (%machine-init machine) arguments))
              list))
           (lambda (start)
             (%enter machine (car start) (car start) (cadr start) '() '() '()))
           (list name: 'state-machine)))

;;> (state-machine:call machine term [timeout]): sends the event (call from
;;> term) and returns what the machine replies to `from`. Raises noproc or
;;> node-down if it ends first, the symbol timeout after so many seconds (5),
;;> what handle raises.
;;> Example: (eval '(state-machine:call (state-machine:start (make-state-machine values (lambda (state event data) (match event (('call from term) (list 'keep data (list 'reply from (list state term)))))) list) 'on 0) 'which?) (environment '(termite) '(mound state-machine))) => (on which?)
(define state-machine:call
  (case-lambda
    ((machine term) (server:call machine term))
    ((machine term timeout) (server:call machine term timeout))))

;;> (state-machine:cast machine term): sends the event (cast term).
;;> Example: (eval '(let ((m (state-machine:start (make-state-machine values (lambda (state event data) (match event (('cast term) (list 'next term data)) (('call from _) (list 'keep data (list 'reply from state))))) list) 'off 0))) (state-machine:cast m 'on) (state-machine:call m 'state)) (environment '(termite) '(mound state-machine))) => on
(define (state-machine:cast machine term) (server:cast machine term))

;;> (state-machine:stop machine reason): ends it normally after its terminate;
;;> does not wait.
;;> Example: (eval '(let ((m (state-machine:start (make-state-machine values list list) 'on 0))) (state-machine:stop m 'enough) (pair? (memq (wait-for m 5) '(normal noproc)))) (environment '(termite) '(mound state-machine))) => #t
(define (state-machine:stop machine reason) (server:stop machine reason))

;;> (state-machine:reply from object): replies to the call with that `from`,
;;> from any process.
;;> Example: (eval '(let ((m (state-machine:start (make-state-machine values (lambda (state event data) (match event (('call from _) (spawn (lambda () (state-machine:reply from 'from-elsewhere))) (list 'keep data)))) list) 'on 0))) (state-machine:call m 'ask)) (environment '(termite) '(mound state-machine))) => from-elsewhere
(define (state-machine:reply from object)
  (if (not (and (list? from) (= (length from) 2) (pid? (car from))))
      (%type-error 'state-machine:reply "the sender of a call" from))
  (%send-outcome (car from) (cadr from) (list 'returned object)))

;; The next event: from the queue, a timeout that is due, or a message.
(define (%run machine state data queue postponed timeouts)
  (if (pair? queue)
      (%handle machine state (car queue) data (cdr queue) postponed timeouts)
      (let ((first (%first-timeout timeouts)))
        (recv
          ((from tag ('call term))
           (where (and (pid? from) (tag? tag)))
           (%handle machine state (list 'call (list from tag) term) data
                    '() postponed timeouts))
          (('cast term)
           (%handle machine state (list 'cast term) data
                    '() postponed timeouts))
          (('stop reason) ((%machine-terminate machine) reason state data))
          ('shutdown ((%machine-terminate machine) 'shutdown state data))
          (message
           (%handle machine state (list 'info message) data
                    '() postponed timeouts))
          (after (if first (max 0 (- (cadr first) (%clock))) #f)
            (%handle machine state (list 'timeout (car first)) data '()
                     postponed (%cancel (car first) timeouts)))))))

(define (%clock) (/ (current-jiffy) (jiffies-per-second)))

(define (%first-timeout timeouts)
  (let loop ((rest timeouts) (first #f))
    (cond ((null? rest) first)
          ((and first (<= (cadr first) (cadar rest))) (loop (cdr rest) first))
          (else (loop (cdr rest) (car rest))))))

(define (%cancel name timeouts)
  (cond ((null? timeouts) '())
        ((equal? (caar timeouts) name) (cdr timeouts))
        (else (cons (car timeouts) (%cancel name (cdr timeouts))))))

;; What a call raises is raised at its caller too, as nobody will reply.
(define (%handle machine state event data queue postponed timeouts)
  (let ((result
         (catch (lambda (object)
                  (match event
                    (('call (from tag) _)
                     (where (not (termite-exception? object)))
                     (%send-outcome from tag (list 'raised object)))
                    (_ 'nobody-to-tell))
                  (raise object))
           ((%machine-handle machine) state event data))))
    (match result
      (('next new data . actions)
       (%act machine state new event data actions queue postponed timeouts))
      (('keep data . actions)
       (%act machine state state event data actions queue postponed timeouts))
      (('stop reason data . actions)
       (for-each %reply-if actions)
       ((%machine-terminate machine) reason state data))
      (_
       (%type-error 'state-machine
                    "(next state data ...), (keep data ...) or \
                     (stop reason data ...)"
                    result)))))

(define (%reply-if action)
  (match action
    (('reply from object) (state-machine:reply from object))
    (_ 'too-late)))

(define (%act machine old state event data actions queue postponed timeouts)
  (let loop ((rest actions)
             (queue queue)
             (postponed postponed)
             (timeouts (if (equal? old state)
                           timeouts
                           (%cancel 'state timeouts))))
    (if (null? rest)
        (if (equal? old state)
            (%run machine state data queue postponed timeouts)
            (%enter machine old state data (append (reverse postponed) queue)
                    '() timeouts))
        (match (car rest)
          (('reply from object)
           (state-machine:reply from object)
           (loop (cdr rest) queue postponed timeouts))
          (('timeout seconds)
           (loop (cdr rest) queue postponed
                 (%set-timeout 'state seconds timeouts)))
          (('timeout name seconds)
           (loop (cdr rest) queue postponed
                 (%set-timeout name seconds timeouts)))
          (('cancel name)
           (loop (cdr rest) queue postponed (%cancel name timeouts)))
          (('event object)
           (loop (cdr rest) (cons object queue) postponed timeouts))
          ('postpone
           (loop (cdr rest) queue (cons event postponed) timeouts))
          (action (%type-error 'state-machine "an action" action))))))

(define (%set-timeout name seconds timeouts)
  (cons (list name (+ (%clock) seconds)) (%cancel name timeouts)))

(define (%enter machine old state data queue postponed timeouts)
  (if (%machine-enter? machine)
      (%handle machine state (list 'enter old) data queue postponed timeouts)
      (%run machine state data queue postponed timeouts)))
