;;; The server is a process, found as the service pony-ans of its node.
;;;
;;; Requests: who, answered by its pid; (register application reset? kernel),
;;; answered by 0 or a code; (find application wait?), answered by the pid of
;;; the master's kernel or a code; (wait-once application), the same for a node
;;; that is to wait once; (withdraw application kernel); and applications.
;;;
;;; An application is forgotten when its master takes it away, or ends, and so
;;; is not there twice. Who takes away says which master it is: one that was
;;; replaced takes nothing away.
;;;
;;; Who adds applications: masters that may connect to the node. Bound: one for
;;; each master that lives.

(define (%serve-names)
  ;; (name kernel watch) each, the newest first.
  (define applications '())
  (define waiting (make-wait-list))
  (define (entry-of name) (assoc name applications))
  (define (forget! entry)
    (demonitor (list-ref entry 2))
    (set! applications (%without entry applications)))
  (define (enter! name kernel)
    (set! applications
          (cons (list name kernel (monitor kernel)) applications))
    ;; Those who wait for a master of that name.
    (let loop ((left (wait-list-length waiting)))
      (if (> left 0)
          (let ((caller (next-waiter! waiting)))
            (if caller
                (begin
                  (if (equal? name (caller-data caller))
                      (reply caller kernel)
                      (wait! waiting caller (caller-data caller)))
                  (loop (- left 1))))))))
  (define (register name reset? kernel)
    (let ((entry (entry-of name)))
      (cond ((not entry)
             (enter! name kernel)
             0)
            (reset?
             (forget! entry)
             (enter! name kernel)
             0)
            ((equal? (pid-node kernel) (pid-node (cadr entry))) -23)
            (else -25))))
  (define (find name wait? caller)
    (let ((entry (entry-of name)))
      (cond (entry (reply caller (cadr entry)))
            (wait? (wait! waiting caller name))
            (else (reply caller -26)))))
  ;; Whether a process of the node waits for the master.
  (define (waits? name node)
    (let loop ((rest (wait-list->list waiting)))
      (and (pair? rest)
           (or (and (equal? name (caller-data (car rest)))
                    (equal? node (pid-node (caller-pid (car rest)))))
               (loop (cdr rest))))))
  (define (answer request caller)
    (match request
      ('who (reply caller (self)))
      (('register name reset? kernel)
       (reply caller (register name reset? kernel)))
      (('find name wait?) (find name wait? caller))
      (('wait-once name)
       (if (waits? name (pid-node (caller-pid caller)))
           (reply caller -24)
           (find name #t caller)))
      (('withdraw name kernel)
       (let ((entry (entry-of name)))
         (if (and entry (eq? kernel (cadr entry))) (forget! entry))
         (reply caller #t)))
      ('applications
       (reply caller
              (append
               (map (lambda (entry) (list (car entry) 'active))
                    (reverse applications))
               (map (lambda (caller) (list (caller-data caller) 'pending))
                    (wait-list->list waiting)))))
      ('stop
       (reply caller #t)
       (shutdown!))
      (_ (%error-of-kind 'type 'call "there is no such request" request))))
  (define (note message)
    (match message
      (('down watch _ _ _)
       (for-each (lambda (entry)
                   (if (eq? watch (list-ref entry 2))
                       (set! applications (%without entry applications))))
                 applications))
      (_ #t)))
  (serve answer waiting
         other: note
         status: (lambda ()
                   (list (cons 'applications (length applications))
                         (cons 'waiting (wait-list-length waiting))))))

(define (%without object list)
  (cond ((null? list) '())
        ((eq? (car list) object) (cdr list))
        (else (cons (car list) (%without object (cdr list))))))

;;> (ans-start): starts the application name server of this node, unless there
;;> is one, and returns its pid.
;;> Example: (eval '(begin (ans-start) (ans-applications)) (environment '(scheme base) '(pony ans))) => ()
(define (ans-start)
  (or (%own-ans)
      (let ((pid (spawn %serve-names name: 'pony-ans)))
        (publish-service 'pony-ans pid)
        pid)))

(define (%own-ans)
  (let ((pid (resolve-service 'pony-ans)))
    (and pid (alive? pid) pid)))

;;> (ans-run [node [file]]): the program of a name server: makes this node
;;> listen there, starts its application name server, prints where it is, and
;;> waits until that is stopped. Without a node, or with #f, it
;;> is localhost, with the port that the file .pony.tcpip.ans-conf names by a
;;> line port=, or 7400. The file gets the address, in lines host= and port=; if
;;> its name is .pony.tcpip.ans.NAME, the server is found by that name. Raises
;;> type, file, node, and pony-startup with code -16 or -17 for the file of the
;;> port.
;;> Example: (eval '(procedure? ans-run) (environment '(scheme base) '(pony ans))) => #t
(define ans-run
  (case-lambda
    (() (ans-run #f #f))
    ((node) (ans-run node #f))
    ((node file)
     (if (not (or (not node) (node? node)))
         (%type-error 'ans-run "a node, a string such as \"localhost:7400\""
                      node))
     (if (not (or (not file) (string? file)))
         (%type-error 'ans-run "the name of a file" file))
     (node-init (or node (make-node "localhost" (%configured-port))))
     (let* ((pid (ans-start))
            (watch (monitor pid))
            (here (%primitive %current-node)))
       (if file (%write-address file here))
       (write-string (string-append "name server at " here))
       (newline)
       (flush-output-port)
       (recv (('down ,watch _ _ _) #t))))))

;; As %address-of reads it.
(define (%write-address file node)
  (call-with-output-file file
    (lambda (port)
      (write-string (string-append "host=" (node-host node) "\nport="
                                   (number->string (node-port node)) "\n")
                    port))))

(define (%configured-port)
  (let ((file (%settings-file ".pony.tcpip.ans-conf" "" 'ans-run -16)))
    (if file
        (let ((port (%setting "port"
                              (%settings file '("port") 'ans-run -16 -17)
                              "7400")))
          (if (%port-text? port)
              (string->number port)
              (%bad-settings file 'ans-run -17)))
        7400)))

;;> (ans-stop [ans]): ends the application name server of this node, or the one
;;> whose name that is. Applications that run go on. Raises type, pony-startup.
;;> Example: (eval '(begin (ans-start) (ans-stop)) (environment '(scheme base) '(pony ans))) => #t
(define ans-stop
  (case-lambda
    (() (ans-stop ""))
    ((name) (call (%ans-at name 'ans-stop) 'stop))))

;;> (ans-applications [ans]): the applications that the name server knows, as
;;> lists (name state): active, or pending if slaves wait for its master. Raises
;;> type, pony-startup.
;;> Example: (eval '(begin (ans-start) (ans-applications)) (environment '(scheme base) '(pony ans))) => ()
(define ans-applications
  (case-lambda
    (() (ans-applications ""))
    ((name) (call (%ans-at name 'ans-applications) 'applications))))
