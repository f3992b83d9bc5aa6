;;; Starting, joining and leaving an application, and finding ends by name.

;; kernel: that of this node. master: that of the master. on-loss: what the ends
;; do that are allocated with it, raise or block.
(define-record-type net-handle
  (%make-handle application id kernel master on-loss)
  net-handle?
  (application %handle-application)
  (id %handle-id)
  (kernel %handle-kernel)
  (master %handle-master)
  (on-loss %handle-on-loss))

;;> (net-handle? object): whether it is what pony-startup returns.
;;> Example: (eval '(net-handle? 'handle) (environment '(scheme base) '(pony net))) => #f

(define (%require-handle object who)
  (if (not (net-handle? object)) (%type-error who "a net-handle" object)))

(define (%startup-error code message . irritants)
  (apply %pony-error 'pony-startup 'pony-startup code message irritants))

(define (%startup-option name options default)
  (cond ((null? options) default)
        ((not (and (pair? (cdr options))
                   (memq (car options)
                         '(ans node network messages timeout
                               on-link-loss once))))
         (%type-error 'pony-startup "one of its options and a value"
                      (car options)))
        ((eq? (car options) name) (cadr options))
        (else (%startup-option name (cddr options) default))))

;;> (pony-startup application node-type option ...): makes this node one of the
;;> application, a string, and returns a net-handle. The type is master, slave,
;;> slave-wait, which waits until there is a master, or master-reset, which
;;> takes the place of a master in the name server. Options are ans and the name
;;> of a name server, the address of its node or what names a file ("", the one
;;> of this node or localhost:7400); node and the name of a file that says where
;;> this node is to listen, if it does not yet: .pony.tcpip.node.NAME, with the
;;> lines ip= and port= (the first free port from 7500 on); network and tcpip;
;;> messages and none, status, error or both (none); timeout and the seconds
;;> that slave-wait waits (#f, for ever); on-link-loss and raise, or block, with
;;> which an operation on an end that is allocated here waits, and does not
;;> raise link-lost, where the node at the other end is lost; once and #t, with
;;> which a slave is refused where its node is one of the application already,
;;> or waits for its master (#f: a node may join several times, so a program for
;;> many nodes runs on one). Raises type, and
;;> pony-startup with the code of the original: -1 no such messages, -2 no such
;;> network, -11, -12, -13 and -14 no name of a name server, application, node,
;;> or no such type, -15, -16 and -17 for the file of the name server, -18 and
;;> -19 for that of the node, -21 it cannot listen, -22 the name server and -27
;;> the master cannot be reached, -25 there is a master, -23 on this node, -26
;;> there is none yet, -28 it is shutting down; -24 only with once.
;;> Example: (eval '(begin (ans-start) (let ((net (pony-startup "example" 'master))) (pony-shutdown! net))) (environment '(scheme base) '(pony net) '(pony ans))) => #t
(define (pony-startup application node-type . options)
  (define (option name default) (%startup-option name options default))
  (let ((on-loss (option 'on-link-loss 'raise))
        (messages (option 'messages 'none))
        (node (option 'node ""))
        (once? (option 'once #f))
        (name (option 'ans "")))
    (if (not (memq messages '(none status error both)))
        (%startup-error -1 "no such messages:" messages))
    (if (not (eq? (option 'network 'tcpip) 'tcpip))
        (%startup-error -2 "no such network:" (option 'network 'tcpip)))
    (if (not (%ans-name? name))
        (%startup-error -11 "no name of a name server:" name))
    (if (not (and (string? application) (> (string-length application) 0)))
        (%startup-error -12 "no name of an application:" application))
    (if (not (%name? node)) (%startup-error -13 "no name of a node:" node))
    (if (not (memq node-type '(master master-reset slave slave-wait)))
        (%startup-error -14 "no such type of a node:" node-type))
    (if (not (memq on-loss '(raise block)))
        (%type-error 'pony-startup "raise or block" on-loss))
    (if (not (boolean? once?))
        (%type-error 'pony-startup "#t or #f, for once," once?))
    (%listen! (%node-settings node))
    (let* ((ans (%ans-at name 'pony-startup))
           (kernel (spawn (lambda () (%serve-application application messages))
                          name: 'pony-kernel)))
      ;; Nothing is left running if this fails.
      (catch (lambda (problem)
               (terminate! kernel)
               (raise problem))
        (if (memq node-type '(master master-reset))
            (%start-master application node-type ans kernel on-loss)
            (%start-slave application (eq? node-type 'slave-wait)
                          (%deadline (option 'timeout #f)) ans kernel
                          on-loss once?))))))

(define (%asked pid request code message)
  (catch (lambda (problem)
           (if (and (condition? problem)
                    (memq (condition-kind problem) '(noproc node-down)))
               (%startup-error code message)
               (raise problem)))
    (call pid request)))

(define (%start-master application node-type ans kernel on-loss)
  (let ((code (%asked ans
                      (list 'register application
                            (eq? node-type 'master-reset) kernel)
                      -22 "the name server is lost")))
    (if (< code 0)
        (%startup-error code "the application has a master already:"
                        application))
    (call kernel (list 'begin 0 #f ans))
    (%make-handle application 0 kernel kernel on-loss)))

(define (%start-slave application wait? deadline ans kernel on-loss once?)
  (define (refuse-second)
    (%startup-error -24 "this node is one of the application already:"
                    application))
  (let ((master (%find-master application wait? deadline ans once?)))
    (cond ((pid? master) #t)
          ((= master -24) (refuse-second))
          (else
           (%startup-error master "the application has no master yet:"
                           application)))
    (let ((id (catch (lambda (problem)
                       (cond ((not (and (condition? problem)
                                        (memq (condition-kind problem)
                                              '(noproc node-down))))
                              (raise problem))
                             ;; The name server will learn of it too.
                             ((and wait?
                                   (eq? (condition-kind problem) 'noproc))
                              -28)
                             (else
                              (%startup-error -27 "the master is lost"))))
                (call master (list (if once? 'join-once 'join) kernel)))))
      (cond ((> id 0)
             (call kernel (list 'begin id master ans))
             (%make-handle application id kernel master on-loss))
            ((and wait? (= id -28))
             ;; Its entry is gone, or goes, before it says so.
             (recv (,kernel #t) (after 0.01 #f))
             (%start-slave application wait? deadline ans kernel on-loss
                           once?))
            ((= id -24) (refuse-second))
            (else
             (%startup-error id "the master is shutting down:"
                             application))))))

(define (%find-master application wait? deadline ans once?)
  (let ((left (and deadline
                   (max 0 (/ (- deadline (%primitive %now)) 1000000000)))))
    (catch (lambda (problem)
             (if (and (condition? problem)
                      (memq (condition-kind problem) '(noproc node-down)))
                 (%startup-error -22 "the name server is lost")
                 (raise problem)))
      (call ans
            (if (and wait? once?)
                (list 'wait-once application)
                (list 'find application wait?))
            left -26))))

;; Asks a kernel; raises pony-shut-down if it has ended.
(define (%kernel-call pid request who)
  (catch (lambda (problem)
           (if (condition? problem)
               (case (condition-kind problem)
                 ((noproc)
                  (%pony-error 'pony-shut-down who #f
                               "the application was shut down"))
                 ((node-down)
                  (%pony-error 'link-lost who #f "the master is lost"))
                 (else (raise problem)))
               (raise problem)))
    (call pid request)))

;;> (pony-own-node-id net-handle): the number of this node in the application: 0
;;> for the master. Raises type.
;;> Example: (eval '(begin (ans-start) (let* ((net (pony-startup "numbers" 'master)) (id (pony-own-node-id net))) (pony-shutdown! net) id)) (environment '(scheme base) '(pony net) '(pony ans))) => 0
(define (pony-own-node-id handle)
  (%require-handle handle 'pony-own-node-id)
  (%handle-id handle))

;;> (pony-shutdown! net-handle [timeout]): ends the part of this node in the
;;> application. At the master, the name server forgets the application first,
;;> and then this waits until all slaves have left, or so many seconds; #t, or
;;> #f if some have not left and the application was ended all the same. Who
;;> holds an end that was found by name has pony-shut-down raised then, and who
;;> claims one link-lost; other ends go on. Raises type, pony-shut-down.
;;> Example: (eval '(begin (ans-start) (let ((net (pony-startup "short" 'master))) (pony-shutdown! net) (guard (e ((pony-error? e) (condition-kind e))) (pony-shutdown! net)))) (environment '(scheme base) '(mound conditions) '(pony net) '(pony error) '(pony ans))) => pony-shut-down
(define pony-shutdown!
  (case-lambda
    ((handle) (pony-shutdown! handle #f))
    ((handle timeout)
     (%require-handle handle 'pony-shutdown!)
     (if (eq? (%handle-kernel handle) (%handle-master handle))
         (%end-master (%handle-kernel handle) timeout)
         (%end-slave handle)))))

(define (%end-master kernel timeout)
  (catch (lambda (problem)
           (if (and (condition? problem)
                    (eq? (condition-kind problem) 'noproc))
               (%pony-error 'pony-shut-down 'pony-shutdown! #f
                            "the application was shut down")
               (raise problem)))
    (or (call kernel 'shut-down timeout #f)
        (begin
          (call kernel 'end)
          #f))))

(define (%end-slave handle)
  (%kernel-call (%handle-kernel handle) 'stop 'pony-shutdown!)
  #t)

(define (%alloc handle name type other side shared? who)
  (%require-handle handle who)
  (if (not (type? type)) (%type-error who "a channel type" type))
  (if (not (memq other '(unknown unshared shared)))
      (%type-error who "unknown, unshared or shared" other))
  (if (not (and (string? name) (> (string-length name) 0)))
      (%pony-error 'pony-alloc who -1 "no name of a bundle:" name))
  (let* ((inbox (make-tag))
         (found (%kernel-call (%handle-master handle)
                              (list 'alloc name side shared? other
                                    (%described-type type) inbox)
                              who)))
    (cond ((pair? found)
           (let ((end (%make-end (car found) (cadr found) type side shared?
                                 (%handle-on-loss handle))))
             (if (not shared?) (%new-hold! end inbox 0))
             end))
          ((eq? found 'shut-down)
           (%pony-error 'pony-shut-down who #f "the application shuts down"))
          (else
           (%pony-error 'pony-alloc who found
                        (case found
                          ((-2) "the name has another channel type:")
                          ((-3) "the ends were declared otherwise:")
                          (else "the end was allocated already:"))
                        name)))))

;;> (pony-alloc-client net-handle name type [other]): the unshared client end of
;;> the bundle with this name, a string, in the application; this process holds
;;> it. Ends are allocated in any order, on any node, and need not wait for each
;;> other. `other` is what the server end has to be: unknown, unshared or shared
;;> (unknown). Raises type, pony-shut-down, link-lost, and pony-alloc with the
;;> code of the original: -1 no name, -2 another channel type, -3 an end was
;;> declared otherwise, -4 it was allocated already. What fails changes nothing.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (ans-start) (let* ((net (pony-startup "clients" 'master)) (end (pony-alloc-client net "line" line))) (pony-shutdown! net) (client-end? end))) (environment '(scheme base) '(pony))) => #t
(define pony-alloc-client
  (case-lambda
    ((handle name type) (pony-alloc-client handle name type 'unknown))
    ((handle name type other)
     (%alloc handle name type other 'client #f 'pony-alloc-client))))

;;> (pony-alloc-shared-client net-handle name type [other]): the same for a
;;> shared client end, which may be allocated any number of times.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (ans-start) (let* ((net (pony-startup "shared-clients" 'master)) (end (pony-alloc-shared-client net "line" line))) (pony-shutdown! net) (end-shared? end))) (environment '(scheme base) '(pony))) => #t
(define pony-alloc-shared-client
  (case-lambda
    ((handle name type) (pony-alloc-shared-client handle name type 'unknown))
    ((handle name type other)
     (%alloc handle name type other 'client #t 'pony-alloc-shared-client))))

;;> (pony-alloc-server net-handle name type [other]): the same for an unshared
;;> server end.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (ans-start) (let* ((net (pony-startup "servers" 'master)) (end (pony-alloc-server net "line" line))) (pony-shutdown! net) (server-end? end))) (environment '(scheme base) '(pony))) => #t
(define pony-alloc-server
  (case-lambda
    ((handle name type) (pony-alloc-server handle name type 'unknown))
    ((handle name type other)
     (%alloc handle name type other 'server #f 'pony-alloc-server))))

;;> (pony-alloc-shared-server net-handle name type [other]): the same for a
;;> shared server end.
;;> Example: (eval '(begin (define-channel-type line (x ? integer)) (ans-start) (let* ((net (pony-startup "shared-servers" 'master)) (end (pony-alloc-shared-server net "line" line))) (pony-shutdown! net) (end-shared? end))) (environment '(scheme base) '(pony))) => #t
(define pony-alloc-shared-server
  (case-lambda
    ((handle name type) (pony-alloc-shared-server handle name type 'unknown))
    ((handle name type other)
     (%alloc handle name type other 'server #t 'pony-alloc-shared-server))))
