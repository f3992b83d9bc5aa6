;;; The process of a server takes these messages; others go to the procedure for
;;; them, or are dropped, lest they pile up:
;;;
;;;   (from tag (call term))   a call of (mound call)
;;;   (cast term)
;;;   (stop reason)
;;;   shutdown                 what supervisors send; same as (stop shutdown)
;;;
;;; What a call raises is raised at its caller, and the server goes on with the
;;; state it had. What a cast raises ends the server, as there is nobody else to
;;; tell. The end of a linked process ends it too, even inside of a call.

;; The seconds that a call waits if no timeout is given.
(define %call-timeout 5)

;; Both kinds of plugins have this one form:
;; init: arguments ... -> state
;; call: term from state -> (reply value state) or (stop reason value state)
;; cast: term state -> (continue state) or (stop reason state)
;; info: message state -> as cast; or #f, then other messages are dropped
;; terminate: reason state -> ignored
;;> (server-plugin? object): whether it is a plugin of a server, which
;;> make-server-plugin returns.
;;> Example: (eval '(server-plugin? (make-server-plugin list list list list)) (environment '(termite) '(termite server))) => #t
(define-record-type server-plugin
  (%make-plugin init call cast info terminate)
  server-plugin?
  (init %plugin-init)
  (call %plugin-call)
  (cast %plugin-cast)
  (info %plugin-info)
  (terminate %plugin-terminate))

;; `call` gets so many arguments, the others two; init gets those of the start.
(define (%check-callbacks who init call count . others)
  (%require-procedure init who)
  (%require-callback call count who)
  (for-each (lambda (object) (%require-callback object 2 who)) others))

(define (%require-plugin object who)
  (if (not (server-plugin? object))
      (%type-error who "the plugin of a server" object)))

;;> (make-generic-server-plugin init call cast terminate [info]): a plugin. init
;;> makes the first state; call gets term, pid of the caller and state and
;;> returns (reply value state), or (stop reason value state) to reply and stop;
;;> cast gets term and state and returns (continue state) or (stop reason
;;> state); terminate gets reason and state; info is like cast, for messages of
;;> other shapes, which are dropped without it. Raises type. Termite paper 5.2.
;;> Example: (eval '(server-plugin? (make-generic-server-plugin list list list list)) (environment '(termite) '(termite server))) => #t
(define make-generic-server-plugin
  (case-lambda
    ((init call cast terminate)
     (%check-callbacks 'make-generic-server-plugin init call 3 cast terminate)
     (%make-plugin init call cast #f terminate))
    ((init call cast terminate info)
     (%check-callbacks 'make-generic-server-plugin
                       init call 3 cast terminate info)
     (%make-plugin init call cast info terminate))))

;;> (make-server-plugin init call cast terminate [info]): a plugin. init makes
;;> the first state of the argument; call gets term and state and returns two
;;> values, reply and state; cast gets term and state and returns the state;
;;> terminate gets reason and state; info is like cast, for messages of other
;;> shapes, which are dropped without it. Raises type.
;;> Example: (eval '(let ((s (server:start (make-server-plugin + (lambda (term n) (values n n)) + list) 5))) (server:cast s 2) (server:call s 'get)) (environment '(termite) '(termite server))) => 7
(define make-server-plugin
  (case-lambda
    ((init call cast terminate)
     (%check-callbacks 'make-server-plugin init call 2 cast terminate)
     (%make-plugin init (%replying call) (%continuing cast) #f terminate))
    ((init call cast terminate info)
     (%check-callbacks 'make-server-plugin init call 2 cast terminate info)
     (%make-plugin init (%replying call) (%continuing cast) (%continuing info)
                   terminate))))

(define (%replying call)
  (lambda (term from state)
    (call-with-values (lambda () (call term state))
      (case-lambda
        ((value state) (list 'reply value state))
        (results
         (%wrong-result 'call "two values, the reply and the state" call
                        results))))))

;; Raises the condition that a procedure of a plugin, called there by `who`,
;; has returned something else than it must.
(define (%wrong-result who expected procedure result)
  (let ((place (%primitive %procedure-place procedure)))
    (%error-of-kind
     'type who
     (string-append "the plugin's " (symbol->string who) " procedure"
                    (if place
                        (string-append " at " (car place) ":"
                                       (number->string (cadr place)) ":"
                                       (number->string (caddr place)))
                        "")
                    " must return " expected ", and returned")
     result)))

(define (%continuing cast)
  (lambda (term state) (list 'continue (cast term state))))

;;> (make-simple-server-plugin state callback): a plugin with that first state.
;;> The callback gets term and state of a call and returns two values, reply and
;;> state; casts are ignored. Raises type.
;;> Example: (eval '(server:call (server:start (make-simple-server-plugin 1 (lambda (n state) (values (+ n state) n))) '()) 2) (environment '(termite) '(termite server))) => 3
(define (make-simple-server-plugin state callback)
  (make-server-plugin (lambda (argument) state)
                      callback
                      (lambda (term state) state)
                      (lambda (reason state) #t)))

;;> (server:start plugin argument option ...): a new server, and its pid, when
;;> init has returned. Options as for spawn. Raises type, what init raises.
;;> Example: (eval '(server:call (server:start (make-server-plugin list (lambda (term state) (values state state)) cons list) 'a name: 'lister) 'get) (environment '(termite) '(termite server))) => (a)
(define (server:start plugin argument . options)
  (%require-plugin plugin 'server:start)
  (%start spawn plugin (list argument) options))

;;> (server:start-link plugin argument option ...): the same, linked with this
;;> process in both directions.
;;> Example: (eval '(alive? (server:start-link (make-server-plugin list cons cons list) 'a)) (environment '(termite) '(termite server))) => #t
(define (server:start-link plugin argument . options)
  (%require-plugin plugin 'server:start-link)
  (%start spawn-link plugin (list argument) options))

;;> (generic-server-start plugin argument ...): a new server, and its pid, when
;;> init, which gets the arguments, has returned. Raises type, what init raises.
;;> Termite paper 5.2.
;;> Example: (eval '(generic-server-call (generic-server-start (make-generic-server-plugin list (lambda (term from state) (list 'reply state state)) cons list) 1 2) 'get) (environment '(termite) '(termite server))) => (1 2)
(define (generic-server-start plugin . arguments)
  (%require-plugin plugin 'generic-server-start)
  (%start spawn plugin arguments '()))

;;> (generic-server-start-link plugin argument ...): the same, linked with this
;;> process in both directions. Termite paper 5.2.
;;> Example: (eval '(alive? (generic-server-start-link (make-generic-server-plugin list list cons list))) (environment '(termite) '(termite server))) => #t
(define (generic-server-start-link plugin . arguments)
  (%require-plugin plugin 'generic-server-start-link)
  (%start spawn-link plugin arguments '()))

(define (%start spawn plugin arguments options)
  (%launch spawn
           (lambda () (%initial-state plugin arguments))
           (lambda (state) (%serve plugin state))
           (append options (list name: 'generic-server))))

;; A new process, and its pid, when `initialize` has returned in it; then it
;; calls `serve` with what that returned. Raises what `initialize` raises.
(define (%launch spawn initialize serve options)
  (let* ((me (self))
         (tag (make-tag))
         (ignored (%primitive %mailbox-skip!))
         (pid (apply spawn
                     (lambda () (%begin initialize serve me tag))
                     options))
         (watch (monitor pid)))
    (%awaited-answer tag watch)
    pid))

;; Should it fail, whoever starts the process is told once: by what start
;; raises, and not by a link.
(define (%begin initialize serve starter tag)
  (let ((outcome (%outcome-of initialize)))
    (cond ((eq? (car outcome) 'raised)
           (%send-outcome starter tag outcome))
          (else
           (! starter (list tag #t))
           (serve (cadr outcome))))))

(define (%initial-state plugin arguments)
  (apply (%plugin-init plugin) arguments))

;; The server itself, for a process that is there already.
(define (%run-server plugin arguments)
  (%serve plugin (%initial-state plugin arguments)))

(define (%serve plugin state)
  (recv
    ((from tag ('call term))
     (where (and (pid? from) (tag? tag)))
     (%serve-call plugin state from tag term))
    (('withdraw from tag)
     (where (and (pid? from) (tag? tag)))
     ;; Each call before it was answered.
     (! from (list tag #f 'withdrawn))
     (%serve plugin state))
    (('cast term)
     (%go-on plugin 'cast (%plugin-cast plugin) term state))
    (('stop reason)
     ((%plugin-terminate plugin) reason state))
    ('shutdown
     ((%plugin-terminate plugin) 'shutdown state))
    (message
     (let ((info (%plugin-info plugin)))
       (if info
           (%go-on plugin 'info info message state)
           (%serve plugin state))))))

;; Calls a procedure of the plugin, `cast` or `info`, and does what it returns.
(define (%go-on plugin who procedure message state)
  (match (procedure message state)
    (('continue state) (%serve plugin state))
    (('stop reason state) ((%plugin-terminate plugin) reason state))
    (result
     (%wrong-result who "(continue state) or (stop reason state)" procedure
                    result))))

(define (%serve-call plugin state from tag term)
  (match (%outcome-of
          (lambda () (%reply-of (%plugin-call plugin) term from state)))
    (('returned ('reply value new-state))
     (%send-outcome from tag (list 'returned value))
     (%serve plugin new-state))
    (('returned ('stop reason value new-state))
     (%send-outcome from tag (list 'returned value))
     ((%plugin-terminate plugin) reason new-state))
    (raised
     (%send-outcome from tag raised)
     (%serve plugin state))))

(define (%reply-of call term from state)
  (let ((result (call term from state)))
    (match result
      (('reply _ _) result)
      (('stop _ _ _) result)
      (_
       (%wrong-result
        'call "(reply value state) or (stop reason value state)" call
        result)))))

;;> (server:call server term [timeout]): the reply of the server. Raises what
;;> its call raises, noproc or node-down if it ends first, the symbol timeout
;;> after so many seconds (5; #f for never), deadlock if the server calls
;;> itself, type, unsendable.
;;> Example: (eval '(catch (lambda (e) e) (server:call (server:start (make-simple-server-plugin 1 (lambda (term state) (raise 'no-such-term))) '()) 'what)) (environment '(termite) '(termite server))) => no-such-term
(define server:call
  (case-lambda
    ((server term) (server:call server term %call-timeout))
    ((server term timeout)
     (%call/drop server (list 'call term) timeout %raise-timeout
                 'server:call))))

;;> (generic-server-call server term [timeout]): the same. Termite paper 5.2.
;;> Example: (eval '(let ((s (spawn ?))) (terminate! s) (wait-for s) (catch condition-kind (generic-server-call s 'ping))) (environment '(termite) '(termite server))) => noproc
(define generic-server-call server:call)

;;> (server:cast server term): has the server change its state; does not wait.
;;> Raises type, unsendable.
;;> Example: (eval '(let ((s (server:start (make-server-plugin list (lambda (term all) (values all all)) cons list) 'a))) (server:cast s 'b) (server:call s 'get)) (environment '(termite) '(termite server))) => (b a)
(define (server:cast server term) (! server (list 'cast term)))

;;> (generic-server-cast server term): the same. Termite paper 5.2.
;;> Example: (eval '(let ((s (generic-server-start (make-generic-server-plugin list list (lambda (term state) (list 'stop term state)) list)))) (generic-server-cast s 'stop) (wait-for s 5) (alive? s)) (environment '(termite) '(termite server))) => #f
(define generic-server-cast server:cast)

;;> (server:stop server reason): ends the server normally after its terminate;
;;> does not wait. Raises type, unsendable.
;;> Example: (eval '(let ((s (server:start (make-server-plugin list cons cons list) 1))) (server:stop s 'enough) (wait-for s 5) (alive? s)) (environment '(termite) '(termite server))) => #f
(define (server:stop server reason) (! server (list 'stop reason)))

;;> (generic-server-stop server reason): the same.
;;> Example: (eval '(let ((s (generic-server-start (make-generic-server-plugin list list cons list)))) (generic-server-stop s 'enough) (wait-for s 5) (alive? s)) (environment '(termite) '(termite server))) => #f
(define generic-server-stop server:stop)
