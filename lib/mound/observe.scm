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

;; What a page shows: two samples, the order of the table or `tree`, what the
;; name of a process must contain, and the pid of the process in detail, or #f,
;; with what is known of it.
(define-record-type look
  (%make-look before after order filter chosen facts)
  look?
  (before %look-before %look-before-set!)
  (after %look-after %look-after-set!)
  (order %look-order %look-order-set!)
  (filter %look-filter %look-filter-set!)
  (chosen %look-chosen %look-chosen-set!)
  (facts %look-facts %look-facts-set!))

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
     page (%make-look first first 'cpu "" #f '())
     (lambda (look) (%view look node changes?))
     message: (lambda (look message)
                (page-timer! page %sample-every 'sample)
                (%look-before-set! look (%look-after look))
                (%look-after-set! look (%there node %sample))
                (%choose! look node (%look-chosen look))
                look))))

(define (%choose! look node pid)
  (%look-chosen-set! look pid)
  (%look-facts-set! look (if pid
                             (%there node (lambda () (process-info pid)))
                             '()))
  look)

;; The view.

(define (%view look node changes?)
  (let* ((after (%look-after look)) (rows (%shown-rows look)))
    `(main
      (header (h1 ,(or node "this node"))
              (p (@ (id "summary")) ,(%summary-text look))
              (p (@ (id "nodes")) "connected with "
                 ,(if (null? (%sample-nodes after))
                      "no other node"
                      (map (lambda (node) `(span (@ (class "node")) ,node))
                           (%sample-nodes after))))
              (ul (@ (id "peers"))
                  ,(map (lambda (line) `(li ,line))
                        (peer-lines (car (%look-before look)) (car after)))))
      (nav ,(map (lambda (order)
                   `(button (@ (id ,order)
                               (class ,(if (eq? order (%look-order look))
                                           "on"
                                           ""))
                               (on-click ,(lambda (look event)
                                            (%look-order-set! look order)
                                            look)))
                            ,(symbol->string order)))
                 '(cpu memory mailbox name tree))
           (input (@ (id "filter") (placeholder "name") (value
                                                         ,(%look-filter look))
                     (on-input ,(lambda (look event)
                                  (%look-filter-set! look (event-value event))
                                  look)))))
      ,(and (%look-chosen look) (%detail look node changes?))
      (table
       (thead (tr ,(map (lambda (title) `(th ,title))
                        '("process" "name" "state" "mailbox" "reductions/s"
                          "memory" "procedure"))))
       (tbody (@ (id "rows"))
              ,(map (lambda (row index) (%row-view look node row index))
                    rows (%numbers 0 (length rows))))))))

(define (%numbers from to)
  (if (= from to) '() (cons from (%numbers (+ from 1) to))))

(define (%row-view look node shown index)
  (let* ((row (cdr shown)) (pid (car row)))
    `(tr (@ (key ,pid) (id ,(string-append "row-" (number->string index)))
            (class ,(if (equal? pid (%look-chosen look)) "chosen" ""))
            (on-click ,(lambda (look event) (%choose! look node pid))))
         (td ,(make-string (* 2 (car shown)) #\x00a0)
             ,(if (< 0 (car shown)) "└ " "") ,(%pid-text pid))
         (td ,(%shown (cadr row))) (td ,(%shown (list-ref row 2)))
         (td ,(list-ref row 3)) (td ,(%rate look row))
         (td ,(quotient (%row-memory row) 1024) " KiB")
         (td ,(%shown (list-ref row 11))))))

(define (%detail look node changes?)
  (let ((pid (%look-chosen look)) (facts (%look-facts look)))
    `(section (@ (id "detail"))
              (h2 ,(%pid-text pid) " "
                  ,(if facts (%shown (cdr (assq 'name facts))) "has ended"))
              (button (@ (id "close")
                         (on-click ,(lambda (look event)
                                      (%choose! look node #f))))
                      "close")
              ,(and changes? facts
                    `(button (@ (id "end")
                                (on-click ,(lambda (look event)
                                             (%there node
                                                     (lambda ()
                                                       (terminate! pid)))
                                             (%choose! look node pid))))
                             "end this process"))
              (dl ,(map (lambda (fact)
                          `((dt ,(symbol->string (car fact)))
                            (dd ,(%shown (cdr fact)))))
                        (or facts '()))))))

;; Depths and rows, as they are shown.
(define (%shown-rows look)
  (let* ((wanted (%look-filter look))
         (rows (%filter (lambda (row)
                          (string-search wanted (%shown (cadr row))))
                        (%sample-rows (%look-after look)))))
    (%at-most-rows
     %rows-most
     (case (%look-order look)
       ((tree) (%forest rows (%sample-links (%look-after look))))
       ((name)
        (%flat (sort rows (lambda (a b)
                            (string<? (%shown (cadr a)) (%shown (cadr b)))))))
       (else
        (let ((key (case (%look-order look)
                     ((memory) %row-memory)
                     ((mailbox) (lambda (row) (list-ref row 3)))
                     (else (lambda (row) (%rate look row))))))
          (%flat (sort rows (lambda (a b) (> (key a) (key b)))))))))))

(define (%flat rows) (map (lambda (row) (cons 0 row)) rows))

(define (%at-most-rows count rows)
  (if (or (null? rows) (= count 0))
      '()
      (cons (car rows) (%at-most-rows (- count 1) (cdr rows)))))

;; Each process once: below each, those linked with it that are not above. What
;; is left longest when leaves are taken away, again and again, stands above.
(define (%forest rows links)
  (let* ((left (make-hash-table equal?))
         (linked (%symmetric links))
         (heights (%heights linked))
         (shown '()))
    (define (height pid) (hash-table-ref/default heights pid 0))
    (define (above? a b)
      (or (> (height a) (height b))
          (and (= (height a) (height b)) (< (%pid-number a) (%pid-number b)))))
    (define (visit pid depth)
      (let ((row (hash-table-ref/default left pid #f)))
        (if row
            (begin
              (hash-table-delete! left pid)
              (set! shown (cons (cons depth row) shown))
              (for-each (lambda (pid) (visit pid (+ depth 1)))
                        (sort (hash-table-ref/default linked pid '())
                              above?))))))
    (for-each (lambda (row) (hash-table-set! left (car row) row)) rows)
    (for-each (lambda (pid) (visit pid 0)) (sort (map car rows) above?))
    (reverse shown)))

;; In which round a process has at most one link left; those in circles have
;; the last one.
(define (%heights linked)
  (let ((heights (make-hash-table equal?)))
    (define (open? pid) (not (hash-table-contains? heights pid)))
    (define (degree pid)
      (let loop ((pids (hash-table-ref/default linked pid '())) (count 0))
        (cond ((null? pids) count)
              ((open? (car pids)) (loop (cdr pids) (+ count 1)))
              (else (loop (cdr pids) count)))))
    (let loop ((pids (hash-table-keys linked)) (round 1))
      (let* ((leaves (%filter (lambda (pid) (<= (degree pid) 1)) pids))
             (done (if (null? leaves) pids leaves)))
        (for-each (lambda (pid) (hash-table-set! heights pid round)) done)
        (let ((rest (%filter open? pids)))
          (if (pair? rest) (loop rest (+ round 1))))))
    heights))

(define (%filter test list)
  (cond ((null? list) '())
        ((test (car list)) (cons (car list) (%filter test (cdr list))))
        (else (%filter test (cdr list)))))

;; A link in one direction is one for the tree.
(define (%symmetric links)
  (let ((table (make-hash-table equal?)))
    (define (add! from to)
      (let ((known (hash-table-ref/default table from '())))
        (if (not (member to known))
            (hash-table-set! table from (cons to known)))))
    (for-each (lambda (entry)
                (for-each (lambda (pid)
                            (add! (car entry) pid)
                            (add! pid (car entry)))
                          (cdr entry)))
              links)
    table))

(define (%row-memory row)
  (+ (list-ref row 5) (list-ref row 6) (list-ref row 7)))

(define (%between look)
  (max 1/1000
       (/ (- (cdr (assq 'now (%sample-info (%look-after look))))
             (cdr (assq 'now (%sample-info (%look-before look)))))
          1000000000)))

;; Reductions for each second.
(define (%rate look row)
  (let ((old (assoc (car row) (%sample-rows (%look-before look)))))
    (exact (round (/ (- (list-ref row 4) (if old (list-ref old 4) 0))
                     (%between look))))))

(define (%summary-text look)
  (let* ((after (%look-after look)) (info (%sample-info after)))
    (define (total key sample)
      (apply + (map (lambda (scheduler) (cdr (assq key scheduler)))
                    (cdr (assq 'schedulers (%sample-info sample))))))
    (define (rate key)
      (exact (round (/ (- (total key after) (total key (%look-before look)))
                       (%between look)))))
    (string-append
     (number->string (cdr (assq 'processes info))) " processes, "
     (number->string (cdr (assq 'timers info))) " timers, "
     (number->string (quotient (apply + (map %row-memory
                                             (%sample-rows after)))
                               1024))
     " KiB, " (number->string (rate 'messages)) " messages/s, "
     (number->string (rate 'reductions)) " reductions/s on "
     (number->string (length (cdr (assq 'schedulers info))))
     " schedulers")))

;; Long values are cut: a limit for what a page keeps.
(define (%shown object)
  (let ((text (call-with-output-string
               (lambda (port) (display object port)))))
    (if (< 300 (string-length text))
        (string-append (substring text 0 300) "...")
        text)))

;; The number of a process, as reports have it.
(define (%pid-text pid)
  (let* ((text (%shown pid)) (start (string-length "#<process ")))
    (let find-end ((end start))
      (if (memv (string-ref text end) '(#\space #\>))
          (substring text start end)
          (find-end (+ end 1))))))

(define (%pid-number pid) (string->number (%pid-text pid)))

(define %observe-style
  "body { font: 14px/1.4 sans-serif; margin: 0; color: #223; }
main { padding: 1em 2em; }
h1 { font-size: 1.4em; margin: 0; }
h2 { font-size: 1.1em; }
.node { margin-right: 1em; }
button { font: inherit; padding: .3em .8em; background: #fff;
  border: 1px solid #ccd; border-radius: 4px; }
button.on { background: #07c; color: #fff; }
input { font: inherit; padding: .3em; margin-left: 1em; }
table { border-collapse: collapse; margin-top: 1em; width: 100%; }
th, td { text-align: left; padding: .2em .8em .2em 0; white-space: nowrap;
  border-bottom: 1px solid #eee; }
tbody tr:hover, tr.chosen { background: #eef5fc; }
#detail { border: 1px solid #ccd; border-radius: 6px; padding: 0 1em 1em;
  margin-top: 1em; }
dl { display: grid; grid-template-columns: 12em 1fr; margin: 1em 0 0; }
dd { margin: 0; overflow-wrap: anywhere; }
.dynamite-offline main { opacity: .5; }")
