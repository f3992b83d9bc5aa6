;;; Nodes: their names, processes on them, services, migration.
;;;
;;; A node is named by the string "host:port" on which it listens. Everything
;;; that waits for another node ends with a condition when the node cannot be
;;; reached (unreachable), is lost (node-down), refuses (refused) or does not
;;; answer in time (timeout).

;; Seconds that a remote spawn waits if no timeout is given: longer than it
;; takes
;; to find out that a node is lost.
(define %spawn-timeout 15)

;;> (make-node host port): the node that listens there. What is at 127.0.0.1 is
;;> called localhost, so a node has one name; an address of IPv6 gets brackets.
;;> Raises type. Termite paper 3.4.
;;> Example: (make-node "localhost" 3001) => "localhost:3001"
;;> Example: (make-node "::1" 3001) => "[::1]:3001"
(define (make-node host port)
  (if (not (string? host)) (%type-error 'make-node "the name of a host" host))
  (if (not (and (exact-integer? port) (<= 0 port 65535)))
      (%type-error 'make-node "the number of a port" port))
  (string-append (cond ((string=? host "127.0.0.1") "localhost")
                       ((and (%colon host) (not (%bracketed? host)))
                        (string-append "[" host "]"))
                       (else host))
                 ":" (number->string port)))

;; The index of the last colon, or #f.
(define (%colon node)
  (let loop ((index (- (string-length node) 1)))
    (cond ((< index 0) #f)
          ((char=? (string-ref node index) #\:) index)
          (else (loop (- index 1))))))

(define (%bracketed? host)
  (char=? (string-ref host 0) #\[))

;;> (node? object): whether it is the name of a node.
;;> Example: (node? "localhost:3001") => #t
(define (node? object)
  (if (string? object) (if (%colon object) #t #f) #f))

;; Whoever goes on there relies on it.
(define (%require-node node who)
  (if (not (node? node))
      (%type-error who "a node, a string such as \"localhost:3001\"" node)))

;;> (node-host node): its host, a string. Raises type.
;;> Example: (node-host "localhost:3001") => "localhost"
;;> Example: (node-host "[::1]:3001") => "::1"
(define (node-host node)
  (if (node? node)
      (let ((end (%colon node)))
        (if (%bracketed? node)
            (substring node 1 (- end 1))
            (substring node 0 end)))
      (%type-error 'node-host "a node" node)))

;;> (node-port node): its port, a number. Raises type.
;;> Example: (node-port "localhost:3001") => 3001
(define (node-port node)
  (if (node? node)
      (string->number (string-copy node (+ (%colon node) 1)))
      (%type-error 'node-port "a node" node)))

;;> node1: a node to try things out.
;;> Example: node1 => "localhost:3001"
(define node1 "localhost:3001")

;;> node2: another one.
;;> Example: node2 => "localhost:3002"
(define node2 "localhost:3002")

;;> (node-init [node [advertised]]): makes this node listen for others there, or
;;> on a free port of localhost; port 0 means a free port. Other nodes are told
;;> to dial the second one, if there is one: behind a router or in a container,
;;> or if this node listens at 0.0.0.0, which is all addresses of this machine.
;;> Returns ok, also if it listens there already. Raises type, node.
;;> Example: (procedure? node-init) => #t
(define node-init
  (case-lambda
    (() (node-init "localhost:0"))
    ((node) (%node-init node #f))
    ((node advertised)
     (%require-node advertised 'node-init)
     (%node-init node advertised))))

(define (%node-init node advertised)
  (%require-node node 'node-init)
  (%primitive %node-start node advertised)
  'ok)

;;> (current-node): the name of this node. Raises node before node-init.
;;> Example: (procedure? current-node) => #t
(define (current-node)
  (or (%primitive %current-node)
      (%error-of-kind 'node 'current-node
                      "this node was not started with node-init")))

;;> (pid-node pid): the node of the process; #f for a process of this node
;;> before node-init. Raises type. Termite paper 5.1.
;;> Example: (begin (pid-node (self)) #t) => #t
(define (pid-node pid)
  (if (%service? pid)
      (%service-node pid)
      (%primitive %pid-node pid)))

;;> (ping node [timeout]): pong, or no-reply after so many seconds (1). Raises
;;> node before node-init.
;;> Example: (procedure? ping) => #t
(define ping
  (case-lambda
    ((node) (ping node 1))
    ((node timeout)
     (%require-node node 'ping)
     (if (%primitive %ping node (%deadline timeout)) 'pong 'no-reply))))

;;> (remote-spawn node thunk option ...): a new process there that calls the
;;> thunk, and its pid. Options as for spawn, and timeout: in seconds (15).
;;> Raises type, arity, unsendable, unreachable, node-down, refused, timeout.
;;> Termite paper 4.8.
;;> Example: (procedure? remote-spawn) => #t
(define (remote-spawn node thunk . options)
  (%remote-spawn node thunk #f options 'remote-spawn))

;; `linked?` says whether the new process and this one tell each other of their
;; ends, from the first moment of the new one.
(define (%remote-spawn node thunk linked? options who)
  (%require-node node who)
  (%require-callback thunk 0 who)
  (%primitive %spawn-remote node
              (%with-settings (%option 'limits: options '() who)
                              (%option 'priority: options 'normal who)
                              thunk)
              (%option 'name: options 'anonymous who)
              (append (if linked? (list (%primitive %self)) '())
                      (%option 'links: options '() who))
              linked?
              (%deadline (%option 'timeout: options %spawn-timeout who))))

;; Limits and priority go with the thunk: the new process sets its own.
(define (%with-settings limits priority thunk)
  (if (and (null? limits) (eq? priority 'normal))
      thunk
      (lambda ()
        (process-limits-set! limits)
        (process-priority-set! (%primitive %self) priority)
        (thunk))))

;;> (remote-spawn-link node thunk option ...): the same, linked with this
;;> process in both directions. Termite paper 4.8.
;;> Example: (procedure? remote-spawn-link) => #t
(define (remote-spawn-link node thunk . options)
  (%remote-spawn node thunk #t options 'remote-spawn-link))

;;> (on node thunk): the values that the thunk returns there; raises here what
;;> it raises there. (on node thunk timeout [default]): after so many seconds,
;;> or if the node cannot be reached, returns the default or raises the symbol
;;> timeout; the thunk is terminated. Raises as remote-spawn does.
;;> Example: (procedure? on) => #t
(define on
  (case-lambda
    ((node thunk) (%on node thunk #f raise-continuable))
    ((node thunk timeout) (%on node thunk timeout raise-continuable))
    ((node thunk timeout default)
     (%on node thunk timeout (lambda (object) default)))))

;; `lost` gets the symbol timeout or the condition of an unreachable node.
(define (%on node thunk timeout lost)
  (%require-node node 'on)
  (%require-callback thunk 0 'on)
  (let* ((deadline (%deadline timeout))
         (tag (%primitive %make-tag))
         (ignored (%primitive %mailbox-skip!))
         (pid (%spawn-for-on node (%outcome-sender (%primitive %self) tag thunk)
                             (or deadline (%deadline %spawn-timeout)))))
    (if (%primitive pid? pid)
        (%outcome pid tag deadline lost)
        (lost pid))))

;; The pid, or the condition if the node cannot be reached in time.
(define (%spawn-for-on node thunk deadline)
  (with-exception-catcher
   (lambda (object)
     (if (and (condition? object)
              (memq (condition-kind object) '(unreachable node-down timeout)))
         object
         (raise object)))
   (lambda () (%primitive %spawn-remote node thunk 'on '() #f deadline))))

(define (%outcome-sender to tag thunk)
  (lambda ()
    (%send-outcome to tag
                   (%traced-outcome
                    (lambda () (call-with-values thunk list))))))

;; What cannot be sent is told of as the condition that says so.
(define (%send-outcome to tag outcome)
  (with-exception-catcher
   (lambda (problem)
     (%primitive %send to (list tag (list 'raised problem))))
   (lambda () (%primitive %send to (list tag outcome)))))

;; The monitor of a request leaves with the message that follows it, and no
;; message follows here: another monitor takes it along at once.
(define (%monitor-outcome pid)
  (let ((watch (%primitive %monitor-request pid)))
    (%primitive %demonitor (%primitive %monitor pid))
    watch))

(define (%outcome pid tag deadline lost)
  (let* ((watch (%monitor-outcome pid))
         (outcome (with-exception-catcher
                   (lambda (object)
                     (%primitive %demonitor watch)
                     (list 'failed object))
                   (lambda () (%await deadline tag watch %raise-down)))))
    (%primitive %demonitor watch)
    (cond ((%primitive absent? outcome)
           (%primitive %terminate pid)
           (lost 'timeout))
          ((eq? (car outcome) 'returned) (apply values (cadr outcome)))
          ((and (eq? (car outcome) 'failed) (%node-down? (cadr outcome)))
           (lost (cadr outcome)))
          (else (%raise-outcome outcome)))))

(define (%node-down? object)
  (if (condition? object) (eq? (condition-kind object) 'node-down) #f))

;;> (publish-service name pid [roles]): other processes find it under that
;;> symbol on this node. With roles, a list of some of observe, message, spawn,
;;> code and admin, the process hears other machines only if they have one of
;;> these, or admin; that goes for all that is sent to it, by name or pid,
;;> answers too, until it is published without. Raises type.
;;> Example: (begin (publish-service 'me (self)) (eq? (resolve-service 'me) (self))) => #t
;;> Example: (begin (publish-service 'keeper (self) '(admin)) (eq? (resolve-service 'keeper) (self))) => #t
(define publish-service
  (case-lambda
    ((name pid)
     (%primitive %register name pid)
     (%primitive %limit-service pid "all"))
    ((name pid roles)
     (if (not (and (pair? roles) (list? roles)
                   (let loop ((roles roles))
                     (or (null? roles)
                         (and (symbol? (car roles)) (loop (cdr roles)))))
                   (%primitive %limit-service pid (%roles-text roles))))
         (%type-error 'publish-service
                      "a list of observe, message, spawn, code and admin"
                      roles))
     (%primitive %register name pid))))

;; As the machine wants them, with commas between them.
(define (%roles-text roles)
  (let loop ((text (symbol->string (car roles))) (rest (cdr roles)))
    (if (null? rest)
        text
        (loop (string-append text "," (symbol->string (car rest)))
              (cdr rest)))))

;;> (unpublish-service name [pid]): takes the name away. Raises type.
;;> Example: (begin (publish-service 'gone (self)) (unpublish-service 'gone) (resolve-service 'gone)) => #f
(define (unpublish-service name . ignored) (%primitive %unregister name))

;;> (resolve-service name): the pid of the service of this node, or #f. Raises
;;> type.
;;> Example: (resolve-service 'no-such-service) => #f
(define (resolve-service name) (%primitive %whereis name))

;;> (remote-service name node): something to send to: the process that has the
;;> name on the node when the message arrives. Raises type.
;;> Example: (pid? (remote-service 'pong-server node2)) => #t
(define (remote-service name node)
  (cond ((not (symbol? name)) (%type-error 'remote-service "a symbol" name))
        ((not (node? node)) (%type-error 'remote-service "a node" node))
        (else (%make-service name node))))

;;> (migrate-task node): goes on as a new process there, with the parameters,
;;> name, limits and priority of this one; this one is halted, and its messages
;;> and links are left behind. The ports that it has opened stay where they are
;;> and belong to the new one. Returns #t. One of the two goes on and never
;;> both: if the move fails before the new one has begun, this one goes on and
;;> the condition is raised; if the connection is lost while it begins, this one
;;> waits until it knows, and after five minutes ends with a condition of kind
;;> in-doubt. Raises as remote-spawn does. Termite paper 4.9.
;;> Example: (procedure? migrate-task) => #t
(define (migrate-task node)
  (%require-node node 'migrate-task)
  (call/cc
   (lambda (continue)
     (let* ((me (%primitive %self))
            (tag (make-tag))
            (info (process-info me))
            (ports (%own-ports info))
            (likeness (%likeness info))
            (ports? (pair? ports))
            (go-on (lambda ()
                     (if ports? (%take-ports me tag))
                     (continue #t)))
            (run (%primitive %ready-for-move
                             node
                             (lambda ()
                               (%keep-begun-move me tag likeness go-on))))
            (new (if run
                     (%move-at-once node run me tag likeness go-on)
                     (%move-in-two-phases node me tag likeness go-on))))
       (if new
           (begin
             (if (and ports? (%primitive pid? new))
                 (begin
                   (for-each (lambda (pid) (%hand-over-port pid new)) ports)
                   (! new (cons tag ports))))
             (halt!)))
       (%error-of-kind 'node-down 'migrate-task
                       "the connection was lost before the process moved:"
                       node)))))

;; A move has two phases. First a keeper is started there, which holds what is
;; to go on and runs nothing of it. Until this process has the pid of the
;; keeper, it can raise and go on: the keeper ends when this process says
;; nothing more to it. Then `go` is sent. From here on this process does nothing
;; until it knows what has become of that. The keeper starts the new process
;; when it gets the first `go`, and answers each one, so that it can be asked
;; again after a loss of the connection; it ends when this process has, or has
;; got the answer.
;;
;;   here                                      there
;;   remote-spawn -------------------------->  keeper
;;   (lost, late, refused: raise and go on)    (connection lost: ends)
;;   go ------------------------------------>  new process begins
;;   (lost: ask again)                         keeper stays, to be asked
;;   halt <---------------------------- began
;;   done ---------------------------------->  keeper ends
;;
;; It has one where all its code is there already, so that little can happen
;; between: then the keeper begins as if it had got `go`. If this process does
;; not hear so, it asks the node what has become of the move; one that has not
;; begun by then never will.

;; Seconds that a process in doubt asks; the keeper can be asked for longer.
(define %doubt-limit 300)
(define %keeper-limit 900)
;; Seconds after which the other one is watched, if it says nothing.
(define %usual-delay 1)

;; Both return as %commit.
(define (%move-in-two-phases node me tag likeness go-on)
  (%finished (%start-keeper node
                            (lambda () (%keep-move me tag likeness go-on)))
             tag
             #f))

(define (%move-at-once node run me tag likeness go-on)
  (let ((keeper
         (with-exception-catcher
          (lambda (object)
            (if (and (condition? object)
                     (memq (condition-kind object) '(node-down timeout)))
                (%find-keeper node run tag object (%primitive %now))
                (raise object)))
          (lambda ()
            (%start-keeper node
                           (lambda ()
                             (%keep-begun-move me tag likeness go-on)))))))
    (%finished keeper tag
               (%calmly (lambda (message) (%began? message tag))
                        %usual-delay))))

(define (%start-keeper node thunk)
  (%remote-spawn node thunk #f '(name: migration) 'migrate-task))

;; `began` is what the keeper has said, or #f.
(define (%finished keeper tag began)
  (let ((new (if began (list-ref began 2) (%commit keeper tag #f))))
    (if new (! keeper (list tag 'done)))
    new))

;; The keeper of a move that has begun; raises the object if it never will.
(define (%find-keeper node run tag object since)
  (let ((found (%ask-after-move node run tag)))
    (cond ((%primitive pid? found) found)
          ((not found) (raise object))
          ((or (eq? found #t) (%in-doubt-too-long? since))
           (%end-in-doubt node))
          (else
           (%calmly (lambda (message) #f) 1)
           (%find-keeper node run tag object since)))))

;; The keeper of a move, #f if it will never begin, #t if that is not known, or
;; not-reached. Another process asks, so that what links tell this one stays.
(define (%ask-after-move node run tag)
  (let* ((me (%primitive %self))
         (answer (make-tag))
         (watch (%primitive
                 %monitor
                 (spawn
                  (lambda ()
                    (with-exception-catcher
                     (lambda (object) #f)
                     (lambda ()
                       (! me
                          (cons answer
                                (on node
                                    (lambda () (%primitive %move-asked tag run))
                                    5)))))))))
         (message (%calmly (lambda (message)
                             (or (%down? message watch)
                                 (and (pair? message)
                                      (eq? (car message) answer))))
                           #f)))
    (%primitive %demonitor watch)
    (if (eq? (car message) answer) (cdr message) 'not-reached)))

(define (%in-doubt-too-long? since)
  (> (- (%primitive %now) since) (* %doubt-limit 1000000000)))

(define (%end-in-doubt node)
  (%primitive
   %die
   (%primitive
    %make-condition 'in-doubt
    "whether the process has moved cannot be found out:"
    (list node) 'migrate-task #f)))

;; The new process, or #t if that cannot be told; #f if there will be none.
(define (%commit keeper tag asked-since)
  (let ((watch (%primitive %monitor keeper)))
    (! keeper (list tag 'go))
    (let ((message (%calmly
                    (lambda (message)
                      (or (%down? message watch)
                          (%began? message tag)))
                    #f)))
      (%primitive %demonitor watch)
      (cond ((%began? message tag) (list-ref message 2))
            ((%migrated? (list-ref message 4)) #t)
            ((not (eq? (list-ref message 3) 'node-down)) #f)
            (else
             (let ((since (or asked-since (%primitive %now))))
               (if (%in-doubt-too-long? since)
                   (%end-in-doubt (%primitive %pid-node keeper)))
               (%calmly (lambda (message) (%began? message tag)) 1)
               (%commit keeper tag since)))))))

(define (%began? message tag)
  (and (pair? message)
       (eq? (car message) tag)
       (pair? (cdr message))
       (eq? (cadr message) 'began)))

;; The first message that fits, or #f after so many seconds, if there is a
;; limit. What links tell meanwhile stays: it matters only if this process goes
;; on.
(define (%calmly fits? seconds)
  (let ((deadline (%deadline seconds)))
    (let loop ((message (%first-message deadline)))
      (cond ((%timed-out? message)
             (%mailbox-rewind!)
             #f)
            ((or (%exit-notice? message) (not (fits? message)))
             (loop (%next-message deadline)))
            (else
             (%mailbox-accept!)
             message)))))

(define (%migrated? object)
  (if (condition? object) (eq? (condition-kind object) 'migrated) #f))

;; What the keeper does: it starts the thunk as a process when it is told to.
(define (%keep-move origin tag likeness thunk)
  (let* ((watch (%primitive %monitor origin))
         (message (?? (lambda (message)
                        (or (%down? message watch)
                            (and (pair? message) (eq? (car message) tag)))))))
    (if (eq? (car message) tag)
        (begin
          (%primitive %monitor-undelivered)
          (%bear-witness origin tag (%begin-and-tell origin tag likeness thunk)
                         watch (%keeper-end))))))

;; The same at once. That the origin cannot be told is no matter before it has
;; asked: then it watches this process. It is watched only if it takes long.
(define (%keep-begun-move origin tag likeness thunk)
  (if (%primitive %begin-move! tag)
      (let* ((new (%begin-and-tell origin tag likeness thunk))
             (message (%calmly (lambda (message)
                                 (and (pair? message) (eq? (car message) tag)))
                               %usual-delay)))
        (if (not (and message (eq? (cadr message) 'done)))
            (begin
              (%primitive %monitor-undelivered)
              (if message (! origin (list tag 'began new)))
              (%bear-witness origin tag new (%primitive %monitor origin)
                             (%keeper-end)))))))

(define (%keeper-end)
  (+ (%primitive %now) (* %keeper-limit 1000000000)))

(define (%begin-and-tell origin tag likeness thunk)
  (let ((new (apply spawn thunk likeness)))
    (! origin (list tag 'began new))
    new))

;; Answers until it is not needed any more.
(define (%bear-witness origin tag new watch end)
  (let ((message (?? (lambda (message)
                       (and (pair? message)
                            (or (eq? (car message) tag)
                                (eq? (car message) 'undelivered)
                                (%down? message watch)))))))
    (cond ((eq? (car message) 'undelivered)
           ;; It may not be sent anything: it is told by the end of this one.
           (%primitive %die
                       (%primitive %make-condition 'migrated
                                   "the process has moved" '() #f #f)))
          ((eq? (car message) 'down)
           (if (and (eq? (list-ref message 3) 'node-down)
                    (< (%primitive %now) end))
               (begin
                 (%calmly (lambda (message) #f) 1)
                 (%bear-witness origin tag new (%primitive %monitor origin)
                                end))))
          ((eq? (cadr message) 'go)
           (! origin (list tag 'began new))
           (%bear-witness origin tag new watch end)))))

;;> (migrate/proxy node): the same, but this process stays, linked to the new
;;> one, passes messages on to it, keeps the ports and ends when the new one
;;> does. The new one begins when this one has its pid, and not at all if the
;;> connection is lost before: then it is lost as a process of that node is.
;;> Termite paper 4.9.
;;> Example: (procedure? migrate/proxy) => #t
(define (migrate/proxy node)
  (%require-node node 'migrate/proxy)
  (call/cc
   (lambda (continue)
     (let* ((tag (make-tag))
            (new (%remote-spawn node
                                (lambda ()
                                  (%await-go tag)
                                  (continue #t))
                                #t
                                (%likeness (process-info (%primitive %self)))
                                'migrate/proxy)))
       (! new (list tag 'go))
       (%stand-for new)))))

;; The link tells the new process of the end or the loss of the other one: then
;; it does not begin.
(define (%await-go tag)
  (if (not (with-exception-catcher
            (lambda (object) #f)
            (lambda ()
              (?? (lambda (message)
                    (and (pair? message) (eq? (car message) tag)))))))
      (shutdown!)))

;;> (migrate node): the same as migrate-task. Termite paper 5.1.
;;> Example: (procedure? migrate) => #t
(define (migrate node) (migrate-task node))

;; Options by which a process is set up as one about which that is known.
(define (%likeness info)
  (list name: (cdr (assq 'name info))
        priority: (cdr (assq 'priority info))
        limits: (process-limits)))

;; The processes of the ports that it has opened.
(define (%own-ports info)
  (let loop ((pids (cdr (assq 'links info))) (ports '()))
    (cond ((null? pids) (reverse ports))
          ((with-exception-catcher
            (lambda (object) #f)
            (lambda () (%of-port? (car pids))))
           (loop (cdr pids) (cons (car pids) ports)))
          (else (loop (cdr pids) ports)))))

;; Gives a port to another process, at whose end it ends. Nothing is raised:
;; what was this process goes on elsewhere.
(define (%hand-over-port pid to)
  (with-exception-catcher
   (lambda (object) #f)
   (lambda () (%at-port-process pid to))))

;; Waits until the ports of the process that migrates belong to this one, or it
;; is lost. Before that this one must not end or migrate, which would close
;; them. The link that names a port is made here too, since the port's may come
;; later.
(define (%take-ports from tag)
  (let* ((watch (%primitive %monitor from))
         (message (?? (lambda (message)
                        (or (%down? message watch)
                            (and (pair? message) (eq? (car message) tag)))))))
    (%primitive %demonitor watch)
    (if (eq? (car message) tag)
        (for-each (lambda (pid) (%primitive %link (%primitive %self) pid))
                  (cdr message)))))

;; Whether the process is that of a port. On other nodes there are ports of this
;; process if it comes from there.
(define (%of-port? pid)
  (if (%here? pid)
      (eq? (%primitive %resource-open? pid) #t)
      (on (%primitive %pid-node pid) (lambda () (%of-port? pid)) 60 #f)))

;; Passes messages on until the process ends, and then ends in the same way.
;; Whatever is raised meanwhile is no matter of the handlers around: what they
;; belong to goes on elsewhere.
(define (%stand-for pid)
  (with-exception-handler
   (lambda (object) (%primitive %die object))
   (lambda ()
     (let ((watch (%primitive %monitor pid)))
       (let loop ()
         (let ((message (?)))
           (if (%down? message watch)
               (%end-after pid (list-ref message 3) (list-ref message 4))
               (begin
                 (! pid message)
                 (loop)))))))))

;; What the link says is better, for it names the process that ended first: it
;; has come if the end had been before the monitor, or is on its way.
(define (%end-after pid reason object)
  (let ((ended? (memq reason '(normal noproc))) (nothing (make-tag)))
    (recv (,nothing #t) (after (if ended? 0 1) #t))
    (if ended?
        (shutdown!)
        (raise (make-termite-exception pid reason object)))))
