;;; `mound observe`: a page of (dynamite) that takes samples of a node, as
;;; `mound top` does, and shows processes as a table or as a tree.
;;;
;;; The tree is that of links, from the middle to the leaves, so children stand
;;; below their supervisors. The page is served
;;; on loopback, and only the browser that opens its link first sees it. It
;;; changes nothing unless that was allowed.

;;> changes: the keyword before #t if the page may end processes.
;;> Example: (eval 'changes: (environment '(scheme base) '(mound observe))) => changes:
(define changes: 'changes:)

;;> port: the keyword before the port of loopback at which the page is served; a
;;> free one if it is not given.
;;> Example: (eval 'port: (environment '(scheme base) '(mound observe))) => port:
(define port: 'port:)

;; Seconds between two samples, and for which one is waited; then the page
;; fails, and the browser tries again.
(define %sample-every 2)
(define %sample-patience 60)

;; Rows that are shown.
(define %rows-most 500)

;; What a page shows: two samples, the reductions in the first by pid, the
;; oldest messages in the second by pid, and what is kept of those before, the
;; order of the table or `tree`, what the name of a process must contain,
;; whether the libraries are shown, and the process in detail: its pid, or #f,
;; what is known of it, and what traces it, or #f.
(define-record-type look
  (%make-look before after reductions oldest history order filter libraries?
              chosen facts tracer)
  look?
  (before %look-before %look-before-set!)
  (after %look-after %look-after-set!)
  (reductions %look-reductions %look-reductions-set!)
  (oldest %look-oldest %look-oldest-set!)
  (history %look-history %look-history-set!)
  (order %look-order %look-order-set!)
  (filter %look-filter %look-filter-set!)
  (libraries? %look-libraries? %look-libraries?-set!)
  (chosen %look-chosen %look-chosen-set!)
  (facts %look-facts %look-facts-set!)
  (tracer %look-tracer %look-tracer-set!))

;; A sample of a node: of node-sample, the links of the processes by their pids,
;; and the names of the nodes that it is connected with.
(define (%sample)
  (list (node-sample)
        (map (lambda (pid)
               (let ((info (process-info pid)))
                 (cons pid (if info (cdr (assq 'links info)) '()))))
             (process-list))
        (guard (e ((condition? e) '())) (nodes))))

(define (%sample-rows sample) (cadr (car sample)))
(define (%sample-info sample) (car (car sample)))
(define (%sample-links sample) (cadr sample))
(define (%sample-nodes sample) (list-ref sample 2))

;; What the thunk returns on the node; #f means this one.
(define (%there node thunk)
  (if node (on node thunk %sample-patience) (thunk)))

;;> (observe [node] [option ...]): serves a page that shows what the node does,
;;> this one if none is given, and returns the address to open in a browser. The
;;> first browser that opens it is the only one that sees the page. The page is
;;> served as long as the process that calls this lives. Options: changes: and
;;> port:. Raises type, and file if the port is taken.
;;> Example: (guard (e (#t (condition-kind e))) ((eval 'observe (environment '(mound observe))) 5)) => type
(define (observe . arguments)
  (let* ((given? (and (pair? arguments) (node? (car arguments))))
         (node (and given? (car arguments)))
         (options (if given? (cdr arguments) arguments)))
    (%check-options options (list changes: port:) 'observe)
    (let* ((key (bytevector->base64 (random-bytes 24) #t))
           (keeper (spawn-link (lambda () (%keep-key key #f))
                               name: 'observe-key))
           (listener (tcp-listen (%option port: options 0)))
           (changes? (%option changes: options #f)))
      (http-serve listener
                  (dynamite-handler
                   (list (cons "/" (lambda (page)
                                     (%observe-page page node changes?))))
                   title: (string-append "Mound: " (or node "this node"))
                   style: %observe-style
                   admit: (lambda (session request)
                            (let ((given (assoc "key" (request-query request)))
                                  (tag (make-tag)))
                              (! keeper (list (self) tag session
                                              (and given (cdr given))))
                              (recv ((,tag answer) answer))))))
      (string-append "http://127.0.0.1:"
                     (number->string (listener-port listener)) "/?key=" key))))

;; The session that first came with the key is admitted from then on.
(define (%keep-key key admitted)
  (recv
    ((from tag session given)
     (let ((admitted (or admitted
                         (and given
                              (bytevector=?/constant-time (string->utf8 key)
                                                          (string->utf8 given))
                              session))))
       (! from (list tag (equal? session admitted)))
       (%keep-key key admitted)))))

;;> (observe-command): what `mound observe` does; the arguments of the program
;;> are the node, the port and whether changes are allowed (yes or no).
;;> Example: (eval '(procedure? observe-command) (environment '(scheme base) '(mound observe))) => #t
(define (observe-command)
  (let* ((arguments (cdr (command-line))) (node (car arguments)))
    (with-exception-handler
     (lambda (problem)
       (let ((port (current-error-port)))
         (write-string (string-append "error: observe " node ": ") port)
         (if (condition? problem)
             (display-condition problem port)
             (write problem port))
         (newline port))
       (exit 1))
     (lambda ()
       (node-init "127.0.0.1:0")
       (%there node node-info)
       (let ((address (observe node
                               port: (string->number (cadr arguments))
                               changes: (string=? "yes"
                                                  (list-ref arguments 2)))))
         (write-string
          (string-append "open " address "\n"
                         "The link is good for one browser; Ctrl-C ends it.\n"))
         (flush-output-port)
         (recv (after 1e9 #t)))))))

(define (%observe-page page node changes?)
  (let ((first (%there node %sample)))
    (page-timer! page %sample-every 'sample)
    (run-page
     page (%make-look first first (%reductions-in first)
                      (%oldest-in (car first) (make-hash-table equal?)) '() 'cpu
                      ""
                      #f #f '() #f)
     (lambda (look) (%view look page node changes?))
     message: (lambda (look message)
                (case message
                  ((sample)
                   (page-timer! page %sample-every 'sample)
                   (%look-before-set! look (%look-after look))
                   (%look-reductions-set!
                    look (%reductions-in (%look-before look)))
                   (%look-after-set! look (%there node %sample))
                   (%look-oldest-set! look
                                      (%oldest-in (car (%look-after look))
                                                  (%look-oldest look)))
                   (%remember! look)
                   (%look-again! look node))
                  ;; Where nothing is traced any more, the timer is not wound.
                  ((trace)
                   (if (%look-tracer look)
                       (begin
                         (page-timer! page %trace-every 'trace)
                         (%fetch-events! (%look-tracer look) node)))))
                look))))

;; What is known of the process in detail, now.
(define (%look-again! look node)
  (let ((pid (%look-chosen look)))
    (%look-facts-set! look (if pid (%there node (%facts-of pid)) '())))
  look)

;; A thunk that tells what is known of a process, with its stack; #f if it has
;; ended.
(define (%facts-of pid)
  (lambda ()
    (let* ((info (process-info pid)) (stack (and info (process-stack pid))))
      (and info (append info (list (cons 'stack (or stack '()))))))))

(define (%choose! look node pid)
  (%stop-tracing! look)
  (%look-chosen-set! look pid)
  (%look-again! look node))

;; The view.

(define (%view look page node changes?)
  (let* ((after (%look-after look)) (rows (%shown-rows look)))
    `(main
      (header (h1 ,(or node "this node"))
              (p (@ (id "summary")) ,(%summary-text look))
              ,(%history-view look)
              (p (@ (id "nodes")) "connected with "
                 ,(if (null? (%sample-nodes after))
                      "no other node"
                      (map (lambda (node) `(span (@ (class "node")) ,node))
                           (%sample-nodes after))))
              (ul (@ (id "peers"))
                  ,(map (lambda (line) `(li ,line))
                        (peer-lines (car (%look-before look)) (car after)))))
      (nav ,(map (lambda (order)
                   (%button (symbol->string order)
                            (eq? order (%look-order look))
                            (symbol->string order)
                            (lambda (look event)
                              (%look-order-set! look order)
                              look)))
                 '(cpu memory mailbox oldest-message name tree))
           (input (@ (id "filter") (placeholder "name")
                     (value ,(%look-filter look))
                     (on-input ,(lambda (look event)
                                  (%look-filter-set! look (event-value event))
                                  look))))
           ,(%button "show-libraries" (%look-libraries? look) "libraries"
                     (lambda (look event)
                       (%look-libraries?-set! look
                                              (not (%look-libraries? look)))
                       look)))
      ,(and (%look-libraries? look) (%libraries-view node))
      ,(and (%look-chosen look) (%detail look page node changes?))
      (table
       (thead (tr ,(map (lambda (title) `(th ,title))
                        '("process" "name" "state" "mailbox" "oldest message"
                          "reductions/s" "memory" "procedure" "status"))))
       (tbody (@ (id "rows"))
              ,(map (lambda (row index) (%row-view look node row index))
                    rows (%numbers 0 (length rows))))))))

(define (%button id on? text handler)
  `(button (@ (id ,id) (class ,(if on? "on" "")) (on-click ,handler)) ,text))
