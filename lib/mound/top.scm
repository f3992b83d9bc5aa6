;;; A sample is what a node tells of itself at a moment: a list of its numbers
;;; and a list of rows, one for each process: its pid and what %facts names. Two
;;; samples give the rates between them. `mound top` takes samples of another
;;; node; the code for that goes there by itself.

;; What a row tells after the pid, before the status.
(define %facts
  '(name state mailbox-length reductions heap-bytes stack-bytes shared-bytes
    links monitors priority procedure limits oldest-message))

;; Seconds that a queue, a pool or a future is given to tell its status.
(define %status-patience 0.2)

;; Processes in a sample, so that a node with millions is not held up.
(define %processes-most 5000)

;;> (node-info): an association list of what this node does: now (nanoseconds),
;;> processes, timers, symbol-bytes (memory for the names of symbols),
;;> memory-bytes (of processes, messages and connections) and memory-limit (0 if
;;> there is none), collections, code-procedures and code-bytes (what was
;;> compiled to machine code), units and unit-bytes (code that is kept for other
;;> nodes), and schedulers, a list of association lists with ready (processes
;;> that wait for it), turns, reductions, messages (sent by its processes) and
;;> asleep (nanoseconds).
;;> Example: (eval '(map car (node-info)) (environment '(scheme base) '(mound top))) => (now processes timers symbol-bytes memory-bytes memory-limit collections code-procedures code-bytes units unit-bytes schedulers)
(define (node-info) (%primitive %node-info))

;;> (node-peers): an association list for each node with a connection, and for
;;> the last 256 that had one, in the order of their names: node, connected (a
;;> boolean), machine (its name in the cluster; #f for the authority's), since
;;> (nanoseconds since the connection began or ended), connections (that were
;;> made), last-reason (why the last one ended, a string), and of all of them
;;> bytes-in, bytes-out, signals-in, signals-out, units-fetched and units-given
;;> (code that came and went because it was lacking). Of a connection that
;;> stands, and #f otherwise: roles, build, protocol (its version), round-trip
;;> (nanoseconds that the last ping took; pings go out once a second),
;;> queued-bytes and queued-signals (what waits to be sent),
;;> lanes-without-credit (of nine lanes, those in which something waits until
;;> the other node takes more), least-credit (bytes) and undelivered-bytes (what
;;> has come and is not dealt with).
;;> Example: (eval '(node-peers) (environment '(scheme base) '(mound top))) => ()
(define (node-peers) (%primitive %node-peers))

;;> (process-stack pid): the calls that a process of this node is in, the
;;> innermost first, a string each with its place; at most 40. #f if it has
;;> ended. Raises type.
;;> Example: (eval '(let* ((p (spawn (lambda () (recv ('end #t))))) (stack (process-stack p))) (terminate! p) (wait-for p) (list (list? stack) (process-stack p))) (environment '(termite) '(mound top))) => (#t #f)
(define (process-stack pid)
  (if (not (pid? pid)) (%type-error 'process-stack "a pid" pid))
  (%host 'process-stack pid))

;;> (node-sample): a list of node-info, of a list of lists (pid name state
;;> mailbox reductions heap stack shared links monitors priority procedure
;;> limits oldest-message status) of at most 5000 processes of this node, and of
;;> node-peers.
;;> The status of a server of (mound call), such as a queue, pool or future, is
;;> the association list that it tells of itself; that of others is ().
;;> Example: (eval '(let ((mine (assq (self) (cadr (node-sample))))) (list (length mine) (list-ref mine 2))) (environment '(scheme base) '(termite process) '(mound top))) => (15 running)
(define (node-sample)
  (list (node-info)
        (let loop ((pids (process-list)) (left %processes-most) (rows '()))
          (if (or (null? pids) (= left 0))
              (reverse rows)
              (let ((info (process-info (car pids))))
                (loop (cdr pids)
                      (- left 1)
                      (if info (cons (%row (car pids) info) rows) rows)))))
        (node-peers)))

(define (%row pid info)
  (cons pid
        (append
         (map (lambda (key)
                (let ((entry (assq key info)))
                  (cond ((not entry) 0)
                        ((memq key '(links monitors)) (length (cdr entry)))
                        (else (cdr entry)))))
              %facts)
         (list (%status pid info)))))

;; Only one that waits in the loop of (mound call) is asked, or in one of those
;; of a future that has not become a server yet.
(define %loops
  '("%serve-messages at " "%serve-until-outcome at " "%serve-outcome at "))

(define (%status pid info)
  (if (and (eq? (cdr (assq 'state info)) 'waiting)
           (%begins-with-one? %loops (cdr (assq 'procedure info))))
      (catch (lambda (problem) '())
        (!? pid '%status %status-patience '()))
      '()))

(define (%begins-with-one? beginnings text)
  (and (pair? beginnings)
       (or (%begins? (car beginnings) text)
           (%begins-with-one? (cdr beginnings) text))))

(define (%begins? beginning text)
  (let ((length (string-length beginning)))
    (and (>= (string-length text) length)
         (string=? beginning (substring text 0 length)))))

;;> (server-statuses): a list of lists (pid name status) of the servers of
;;> (mound call) on this node, such as queues, pools and futures; see
;;> node-sample.
;;> Example: (eval '(begin (shared-queue-put! (make-shared-queue) 1) (pair? (server-statuses))) (environment '(scheme base) '(util concurrent) '(mound top))) => #t
(define (server-statuses)
  (let loop ((rows (cadr (node-sample))) (found '()))
    (cond ((null? rows) (reverse found))
          ((null? (%status-of (car rows))) (loop (cdr rows) found))
          (else
           (loop (cdr rows)
                 (cons (list (caar rows) (cadr (car rows))
                             (%status-of (car rows)))
                       found))))))

(define (%status-of row) (list-ref row 14))

;; What the server of a row tells of itself; nothing for other processes.
(define (%row-status-text row) (%status-text (%status-of row)))

;; length 3, getters 2
(define (%status-text status)
  (let loop ((rest status) (text ""))
    (if (null? rest)
        text
        (loop (cdr rest)
              (string-append text
                             (if (string=? text "") "" ", ")
                             (%text (caar rest)) " " (%text (cdar rest)))))))

;;> (print-servers): prints the statuses of (server-statuses), a line for each.
;;> Example: (eval '(procedure? print-servers) (environment '(scheme base) '(mound top))) => #t
(define (print-servers)
  (for-each (lambda (server)
              (write-string
               (string-append (%process-number (car server)) "  "
                              (%text (cadr server)) ": "
                              (%status-text (list-ref server 2))))
              (newline))
            (server-statuses)))

;;> (print-process number): prints what process-info tells of the process of
;;> this node that is called so, as in #<process 7>, a line for each entry; the
;;> number is a string. Raises type; error if there is no such process.
;;> Example: (eval '(procedure? print-process) (environment '(scheme base) '(mound top))) => #t
(define (print-process number)
  (if (not (string? number)) (%type-error 'print-process "a string" number))
  (let* ((pid (%process-of number (process-list)))
         (info (and pid (process-info pid))))
    (if (not info)
        (%error-of-kind 'error 'print-process "there is no process" number))
    (for-each (lambda (entry)
                (let ((name (symbol->string (car entry))))
                  (write-string name)
                  (write-string
                   (make-string (max 1 (- 16 (string-length name))) #\space))
                  (write-string (%text (cdr entry)))
                  (newline)))
              info)))

(define (%process-of number pids)
  (cond ((null? pids) #f)
        ((string=? number (%process-number (car pids))) (car pids))
        (else (%process-of number (cdr pids)))))

(define (%number key alist) (cdr (assq key alist)))

;; Columns of a row.
(define (%mailbox row) (list-ref row 3))
(define (%reductions row) (list-ref row 4))
(define (%memory row)
  (+ (list-ref row 5) (list-ref row 6) (list-ref row 7)))

;; By pid, the number of the oldest message of each process with messages, and
;; when this was first seen: in the sample, or before, where `known` has the
;; same number.
(define (%oldest-in sample known)
  (let ((now (%number 'now (car sample))) (table (make-hash-table equal?)))
    (for-each (lambda (row)
                (let ((old (hash-table-ref/default known (car row) #f))
                      (number (list-ref row 13)))
                  (if (< 0 (%mailbox row))
                      (hash-table-set! table
                                       (car row)
                                       (if (and old (= number (car old)))
                                           old
                                           (cons number now))))))
              (cadr sample))
    table))

;; Seconds for which the oldest message of a process has been seen until a
;; sample; -1 without one.
(define (%age-of row oldest sample)
  (let ((seen (hash-table-ref/default oldest (car row) #f)))
    (if seen
        (/ (- (%number 'now (car sample)) (cdr seen)) 1000000000)
        -1)))

(define (%age-text age)
  (cond ((< age 0) "")
        ((< age 1) "new")
        (else (string-append (number->string (exact (round age))) " s"))))

;;> (top-text before after count order): the table of the count processes that
;;> come first by the order cpu, memory, mailbox or oldest (whose oldest message
;;> has been there longest, as far as the samples tell), with the rates between
;;> two samples.
;;> Example: (eval '(let ((s (node-sample))) (string? (top-text s s 5 'cpu))) (environment '(scheme base) '(mound top))) => #t
(define (top-text before after count order)
  (call-with-output-string
   (lambda (port)
     (for-each (lambda (line) (write-string line port) (newline port))
               (append (%summary (car before) (car after) (cadr after)
                                 (%seconds before after))
                       (peer-lines before after)
                       (%table before after count order
                               (%oldest-between before after) #f))))))

(define (%oldest-between before after)
  (%oldest-in after (%oldest-in before (make-hash-table equal?))))

;; Between two samples.
(define (%seconds before after)
  (max 1/1000
       (/ (- (%number 'now (car after)) (%number 'now (car before)))
          1000000000)))

;; Lines: the head, and one for each process that is shown. In a window of so
;; many columns, those are left out that say least, so that no other is cut. By
;; the order oldest, the ages stand in the place of the numbers of messages.
(define (%table before after count order oldest columns)
  (let* ((shown (%columns-for columns))
         (seconds (%seconds before after))
         (rows (map (lambda (row) (%with-rate row (cadr before) seconds))
                    (cadr after)))
         (age (lambda (row) (%age-of row oldest after)))
         (ages? (eq? order 'oldest))
         (key (cond (ages? age)
                    ((eq? order 'memory) %memory)
                    ((eq? order 'mailbox) %mailbox)
                    (else %reductions)))
         (sorted (sort rows (lambda (a b) (> (key a) (key b))))))
    (cons (%line (list "process" "name" "state" (if ages? "oldest" "mailbox")
                       "reductions/s" "heap" "stack" "shared" "links" "monitors"
                       "priority" "procedure" "limits" "status")
                 shown)
          (map (lambda (row)
                 (let ((waiting
                        (if ages? (%age-text (age row)) (%mailbox row))))
                   (%line (%cells row waiting) shown)))
               (%at-most count sorted)))))

;; Columns by number, those first without which one can do best.
(define %left-out-first '(9 8 7 6 12 10 13 5 2))

;; The numbers of the columns that fit.
(define (%columns-for columns)
  (let loop ((shown '(0 1 2 3 4 5 6 7 8 9 10 11 12 13)) (rest %left-out-first))
    (if (or (not columns)
            (null? rest)
            (<= (apply + (map (lambda (column) (list-ref %room column)) shown))
                columns))
        shown
        (loop (%without (car rest) shown) (cdr rest)))))

(define (%without number list)
  (cond ((null? list) '())
        ((= (car list) number) (cdr list))
        (else (cons (car list) (%without number (cdr list))))))

;; The row with reductions for each second in the place of reductions.
(define (%with-rate row before seconds)
  (let* ((old (assq (car row) before))
         (done (- (%reductions row) (if old (%reductions old) 0))))
    (append (%at-most 4 row)
            (list (round (/ done seconds)))
            (list-tail row 5))))

;; `waiting`: what stands in the fourth column.
(define (%cells row waiting)
  (cons (%process-number (car row))
        (append
         (map (lambda (cell) (if (null? cell) "" (%text cell)))
              (append (%at-most 2 (cdr row))
                      (list waiting)
                      (%at-most 9 (list-tail row 4))))
         (list (%row-status-text row)))))

(define (%text object)
  (call-with-output-string (lambda (port) (display object port))))

;; The number of a process as reports have it: the node is the same for all.
(define (%process-number pid)
  (let* ((text (%text pid))
         (start (string-length "#<process ")))
    (let find-end ((end start))
      (if (or (char-numeric? (string-ref text end))
              (char=? (string-ref text end) #\.))
          (find-end (+ end 1))
          (substring text start end)))))

(define %widths '(10 16 8 8 13 10 8 10 6 9 9 30 8 0))

;; What a column takes, also if it is the last.
(define %room '(10 16 8 8 13 10 8 10 6 9 9 30 8 20))

(define (%line cells shown)
  (call-with-output-string
   (lambda (port)
     (let loop ((cells (map (lambda (column) (list-ref cells column)) shown))
                (widths (map (lambda (column) (list-ref %widths column))
                             shown)))
       (write-string (car cells) port)
       (if (pair? (cdr cells))
           (begin
             (write-string
              (make-string (max 1 (- (car widths) (string-length (car cells))))
                           #\space)
              port)
             (loop (cdr cells) (cdr widths))))))))

;; Lines that tell of the whole node.
(define (%summary before after rows seconds)
  (define (total key info)
    (apply + (map (lambda (scheduler) (%number key scheduler))
                  (%number 'schedulers info))))
  (define (rate key)
    (exact (round (/ (- (total key after) (total key before)) seconds))))
  (define (joined . parts) (apply string-append (map %text parts)))
  (define (busy before after)
    (let ((asleep (- (%number 'asleep after) (%number 'asleep before))))
      (max 0 (min 100 (- 100 (exact (round (/ asleep 10000000 seconds))))))))
  (append
   (list (joined "processes " (%number 'processes after)
                 ", timers " (%number 'timers after)
                 ", waiting messages " (apply + (map %mailbox rows))
                 ", memory " (quotient (apply + (map %memory rows)) 1024)
                 " KiB")
         (joined "messages/s " (rate 'messages)
                 ", reductions/s " (rate 'reductions)
                 ", turns/s " (rate 'turns)))
   (let loop ((number 0)
              (before (%number 'schedulers before))
              (after (%number 'schedulers after)))
     (if (and (pair? before) (pair? after))
         (cons (joined "scheduler " number
                       ": busy " (busy (car before) (car after))
                       " %, ready " (%number 'ready (car after)))
               (loop (+ number 1) (cdr before) (cdr after)))
         '()))))

;; Peers that are shown.
(define %peers-shown 8)

;;> (peer-lines before after): strings that tell of the nodes with a connection,
;;> with the rates between two samples: eight of them, and how many more there
;;> are.
;;> Example: (eval '(let ((s (node-sample))) (peer-lines s s)) (environment '(scheme base) '(mound top))) => ()
(define (peer-lines before after)
  (let ((seconds (%seconds before after))
        (old (list-ref before 2))
        (connected (%connected (list-ref after 2))))
    (let loop ((peers connected) (left %peers-shown) (lines '()))
      (cond ((null? peers) (reverse lines))
            ((= left 0)
             (reverse (cons (string-append "and "
                                           (number->string (length peers))
                                           " more peers")
                            lines)))
            (else
             (loop (cdr peers)
                   (- left 1)
                   (cons (%peer-line (car peers) old seconds) lines)))))))

(define (%connected peers)
  (cond ((null? peers) '())
        ((cdr (assq 'connected (car peers)))
         (cons (car peers) (%connected (cdr peers))))
        (else (%connected (cdr peers)))))

(define (%peer-line peer old seconds)
  (let ((before (%peer-of (cdr (assq 'node peer)) old)))
    (define (rate key)
      (let ((was (if before (cdr (assq key before)) (cdr (assq key peer)))))
        (%text (exact (round (/ (max 0 (- (cdr (assq key peer)) was))
                                seconds 1024))))))
    (define (count key) (%text (cdr (assq key peer))))
    (string-append "peer " (cdr (assq 'node peer))
                   ": round trip " (%milliseconds (cdr (assq 'round-trip peer)))
                   ", in " (rate 'bytes-in) " KiB/s, out " (rate 'bytes-out)
                   " KiB/s, queued " (count 'queued-signals)
                   ", lanes without credit " (count 'lanes-without-credit)
                   ", connections " (count 'connections))))

(define (%peer-of node peers)
  (cond ((null? peers) #f)
        ((string=? node (cdr (assq 'node (car peers)))) (car peers))
        (else (%peer-of node (cdr peers)))))

;; Nanoseconds as text, or that they are not known yet.
(define (%milliseconds time)
  (if time
      (string-append (%text (/ (round (/ time 10000)) 100.)) " ms")
      "not known"))

;;> (top-command): what `mound top` does; its arguments are those of the
;;> program: node, once or again, seconds, count, order, and the size of the
;;> terminal (80x24), or none. While it runs it is the service `top`, which is
;;> told the keys that are pressed, and other sizes of the terminal, as strings.
;;> Example: (eval '(procedure? top-command) (environment '(scheme base) '(mound top))) => #t
(define (top-command)
  (let* ((arguments (list->vector (cdr (command-line))))
         (argument (lambda (index) (vector-ref arguments index)))
         (node (argument 0))
         (interval (string->number (argument 2)))
         (count (string->number (argument 3)))
         (order (string->symbol (argument 4))))
    (publish-service 'top (self))
    (with-exception-handler
     (lambda (problem) (%complain node problem))
     (lambda ()
       (node-init "127.0.0.1:0")
       (let ((before (on node node-sample)))
         (if (string=? (argument 1) "once")
             (begin
               (? interval 'waited)
               (write-string
                (top-text before (on node node-sample) count order)))
             (%watch node interval count order before
                     (%size (argument 5)))))))))

;; Whatever the node could not do ends the program.
(define (%complain node problem)
  (flush-output-port)
  (let ((port (current-error-port)))
    (write-string (string-append "error: top of " node ": ") port)
    (if (condition? problem)
        (display-condition problem port)
        (write problem port))
    (newline port))
  (exit 1))

;; Shows one table after another until the key q is pressed.
(define (%watch node interval count order before size)
  (let look ((before before)
             (after before)
             (known (make-hash-table equal?))
             (order order)
             (size size))
    (let ((next (seconds->time (+ (current-second) interval)))
          (oldest (%oldest-in after known)))
      (let show ((order order) (size size) (changed? (not (eq? before after))))
        (if changed? (%show before after count order oldest size))
        (let ((told (%told next)))
          (cond ((not told)
                 (look after (on node node-sample) oldest order size))
                ((string=? told "q") (newline) (flush-output-port))
                ((assoc told %orders)
                 => (lambda (entry) (show (cdr entry) size #t)))
                ((%size told) => (lambda (size) (show order size #t)))
                (else (show order size #f))))))))

(define %orders
  '(("c" . cpu) ("m" . memory) ("b" . mailbox) ("o" . oldest)))

;; A string, or #f at the time.
(define (%told time)
  (let ((message (? time #f)))
    (if (or (not message) (string? message)) message (%told time))))

;; Columns and rows as a pair, or #f.
(define (%size text)
  (let loop ((index 0))
    (cond ((= index (string-length text)) #f)
          ((char=? (string-ref text index) #\x)
           (let ((columns (string->number (substring text 0 index)))
                 (rows (string->number
                        (substring text (+ index 1) (string-length text)))))
             (and columns rows (cons columns rows))))
          (else (loop (+ index 1))))))

;; On a terminal, writes over the table that is there, as much as fits; else
;; below what was written before.
(define (%show before after count order oldest size)
  (if size
      (let* ((head (append (%summary (car before) (car after) (cadr after)
                                     (%seconds before after))
                           (peer-lines before after)
                           (list (%keys order) "")))
             ;; The last row is for the cursor.
             (fitting (- (cdr size) (length head) 2))
             (table (%table before after (min count fitting) order oldest
                            (car size))))
        (write-string "\x1b;[H")
        (for-each (lambda (line)
                    (write-string
                     (substring line 0 (min (string-length line) (car size))))
                    (write-string "\x1b;[K\n"))
                  (%at-most (- (cdr size) 1) (append head table)))
        (write-string "\x1b;[J"))
      (begin
        (write-string (top-text before after count order))
        (newline)))
  (flush-output-port))

(define (%keys order)
  (string-append "order " (symbol->string order)
                 "; keys: c cpu, m memory, b mailbox, o oldest message, q end"))
