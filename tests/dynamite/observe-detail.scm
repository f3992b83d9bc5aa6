;; What `mound observe` shows, number by number: the diagram of messages, the
;; tree of links, the row of a process, what the node does, and its libraries.
(import (scheme base) (scheme char) (scheme process-context) (scheme write)
        (scheme sort) (mound strings) (mound top) (dynamite client)
        (mound observe) (termite process) (chromium))

(define there (cadr (command-line)))
(define (say object) (write object) (newline))

;; Elements of a page.
(define (tag node) (vector-ref node 0))
(define (children node) (vector->list (vector-ref node 2)))
(define (attribute name node)
  (let ((entry (assq name (vector-ref node 1)))) (and entry (cdr entry))))
(define (text node)
  (if (string? node) node (apply string-append (map text (children node)))))
(define (all name node)
  (cond ((string? node) '())
        ((equal? name (tag node)) (list node))
        (else (apply append (map (lambda (child) (all name child))
                                 (children node))))))
(define (numbers names node)
  (map (lambda (name) (string->number (attribute name node))) names))
(define (found client id) (client-find client id))
(define (rows client) (children (found client "rows")))
(define (cells row) (map text (children row)))

;; Processes are called P, whatever their numbers.
(define (without-numbers text)
  (let ((start (string-search "#<process " text)))
    (if (not start)
        text
        (let ((end (string-search ">" text start)))
          (string-append
           (substring text 0 start) "P"
           (if end
               (without-numbers (substring text (+ end 1) (string-length text)))
               ""))))))

(define (show-only client filter count)
  (client-say client "filter" "input" (list (cons 'value filter)))
  (client-wait client (lambda (tree) (= count (length (rows client))))))

;; One that answers when it is told to, and eight that are named in messages.
(define clerk
  (on there
      (lambda ()
        (spawn (lambda ()
                 (let loop ()
                   (recv (('tell to what) (! to what) (loop))
                         (_ (loop)))))
               name: 'desk-clerk))))

(define (wait-for-tracer)
  (on there
      (lambda ()
        (define (waits? pid)
          (let ((info (process-info pid)))
            (and info
                 (eq? 'observe-tracer (cdr (assq 'name info)))
                 (eq? 'waiting (cdr (assq 'state info))))))
        (let loop ((pids (process-list)))
          (cond ((null? pids) (recv (after 0.02 #t)) (loop (process-list)))
                ((not (waits? (car pids))) (loop (cdr pids))))))))

;; Each message has come before the next is sent.
(define (talk)
  (on there
      (lambda ()
        (define (other) (spawn (lambda () (recv ('never #t)))))
        (define (tell what)
          (! clerk (list 'tell (self) what))
          (recv (,what #t)))
        (let ((others (map (lambda (n) (other)) '(1 2 3 4 5 6 7))))
          (tell 'short)
          (tell (make-string 70 #\x))
          (for-each (lambda (other) (! clerk (list other 'hello))) others)
          (! clerk (list (car others) 'again))
          (! clerk 'nobody))
        'talked)))

(define (traced? client text)
  (let ((traced (found client "traced")))
    (and traced (equal? text (client-text client "traced")))))

(define (show-diagram client)
  (let* ((diagram (found client "sequence")) (groups (children diagram)))
    (say (attribute 'viewBox diagram))
    (for-each
     (lambda (group)
       (let* ((line (car (all "line" group))) (label (car (all "text" group)))
              (arrow (all "polygon" group)) (kind (attribute 'class line)))
         (say (append (list (or kind 'lifeline))
                      (numbers '(x1 y1 x2 y2) line)
                      (numbers '(x y) label)
                      (map (lambda (arrow) (attribute 'points arrow)) arrow)
                      (list (if (equal? 70 (car (numbers '(x1) line)))
                                (if kind (without-numbers (text label)) 'itself)
                                (without-numbers (text label))))))))
     groups)))

(define (row-of name client)
  (let loop ((rows (rows client)))
    (cond ((null? rows) #f)
          ((equal? name (cadr (cells (car rows)))) (car rows))
          (else (loop (cdr rows))))))

(call-with-page
 (observe there)
 (lambda (client)
   (show-only client "desk" 1)
   (say (attribute 'class (car (rows client))))
   (client-say client "row-0" "click")
   (client-wait client (lambda (tree) (found client "trace")))
   (say (map (lambda (id) (attribute 'class (found client id)))
             '("row-0" "trace" "cpu" "memory")))
   (client-say client "trace" "click")
   (client-wait client (lambda (tree) (traced? client "0 messages")))
   (wait-for-tracer)
   (talk)
   (client-wait client (lambda (tree) (traced? client "13 messages")))
   (show-diagram client)
   (say (attribute 'class (found client "trace")))
   ;; The last thirty are kept.
   (on there
       (lambda ()
         (let loop ((n 0))
           (if (< n 40) (begin (! clerk (list 'number n)) (loop (+ n 1)))))))
   (client-wait client (lambda (tree) (traced? client "53 messages")))
   (let ((labels (map text (all "text" (found client "sequence")))))
     (say (list (length labels) (list-ref labels 1) (list-ref labels 2)
                (list-ref labels 31))))
   ;; It is told no more, and what traced it has ended.
   (client-say client "trace" "click")
   (client-wait client (lambda (tree) (not (found client "sequence"))))
   (client-say client "close" "click")
   (client-wait client (lambda (tree) (not (found client "detail"))))))

;; A tree of links: who has the most below stands above, and of those alike who
;; began first. A circle stands by itself, each of it once.
(on there
    (lambda ()
      (define (wait) (recv ('never #t)))
      (define (start name thunk) (spawn-link thunk name: name))
      (define (start-team name)
        (start name
               (lambda ()
                 (start (string->symbol (string-append (symbol->string name) "-a")) wait)
                 (start (string->symbol (string-append (symbol->string name) "-b")) wait)
                 (wait))))
      (spawn (lambda ()
               (start 'clan-leaf wait)
               (start-team 'clan-first)
               (start-team 'clan-second)
               (wait))
             name: 'clan-head)
      (spawn (lambda ()
               (let* ((head (self))
                      (second (start 'ring-2 (lambda () (wait)))))
                 (start 'ring-3 (lambda () (full-link second) (wait)))
                 (wait)))
             name: 'ring-1)))
(define (depth cell) (quotient (or (string-search "└" cell) 0) 2))
(define (tree-of rows)
  (define (deeper depth rows)
    (if (and (pair? rows) (< depth (caar rows)))
        (let-values (((inside after) (deeper (caar rows) (cdr rows))))
          (let-values (((others rest) (deeper depth after)))
            (values (cons (cons (car rows) inside) others) rest)))
        (values '() rows)))
  (let-values (((trees rest) (deeper -1 rows))) trees))
;; Names with what stands below, in the order of names; whether those that have
;; nothing below them stand in the order of their numbers.
(define (name-of tree) (cadr (car tree)))
(define (named tree)
  (cons (name-of tree)
        (map named
             (list-sort (lambda (a b) (string<? (name-of a) (name-of b)))
                        (cdr tree)))))
(define (in-order? trees)
  (let ((leaves (list-filter (lambda (tree) (null? (cdr tree))) trees)))
    (and (or (null? leaves)
             (apply < (map (lambda (tree) (list-ref (car tree) 2)) leaves)))
         (all? (lambda (tree) (in-order? (cdr tree))) trees))))
(define (list-filter test list)
  (apply append (map (lambda (x) (if (test x) (cons x '()) '())) list)))
(define (all? test list) (= (length list) (length (list-filter test list))))
(define (process-number cell)
  (let ((start (string-search "└" cell)))
    (string->number
     (if start (substring cell (+ start 2) (string-length cell)) cell))))
(define (clan client)
  (tree-of (map (lambda (row)
                  (let ((first (car (cells row))))
                    (list (depth first) (cadr (cells row))
                          (process-number first))))
                (rows client))))

;; One that does much, and what is known of one that does nothing, with a name
;; that is cut. All of this lies before the samples.
(define long-name (string->symbol (make-string 400 #\z)))
(define idle
  (on there
      (lambda ()
        (define (work n)
          (if (< 0 n)
              (begin
                (! (self) n)
                (recv (,n #t))
                (work (- n 1)))))
        (spawn (lambda () (work 20000) (recv ('never #t))) name: long-name))))
(define busy
  (on there
      (lambda ()
        (define (turn) (! (self) 'go) (recv ('go #t)) (recv (after 0.01 (turn))))
        (spawn turn name: 'table-busy))))
(for-each (lambda (name size)
            (on there
                (lambda ()
                  (let ((pid (spawn (lambda ()
                                      (let ((kept (make-vector size 0)))
                                        (recv ('never (vector-ref kept 0)))))
                                    name: name)))
                    (let loop ((n 0))
                      (if (< n (quotient size 1000))
                          (begin (! pid 'letter) (loop (+ n 1)))))))))
          '(table-a table-b table-c) '(5000 20000 9000))
(define guest
  (on there
      (lambda ()
        (spawn (lambda () (recv ('never (call-with-chromium values))))
               name: 'guest))))
(define (total key info)
  (apply + (map (lambda (scheduler) (cdr (assq key scheduler)))
                (cdr (assq 'schedulers info)))))
(define (kilobytes-of pid)
  (on there
      (lambda ()
        (let ((info (process-info pid)))
          (quotient (apply + (map (lambda (key) (cdr (assq key info)))
                                  '(heap-bytes stack-bytes shared-bytes)))
                    1024)))))

;; The number that stands before this.
(define (number-before word text)
  (let ((end (string-search word text)))
    (let loop ((start end))
      (if (and (< 0 start)
               (char-numeric? (string-ref text (- start 1))))
          (loop (- start 1))
          (string->number (substring text start end))))))

;; Points of a chart: from the right to the left by two, between the borders.
(define (points client name)
  (map (lambda (point) (map string->number (string-split point ",")))
       (string-split
        (attribute 'points (car (all "polyline" (found client name)))) " ")))
(define (caption client name)
  (text (car (all "figcaption" (found client name)))))
(define (chart-right? client name unit least)
  (let* ((points (points client name)) (caption (caption client name))
         (comma (string-search ", at most " caption))
         (now (number-before unit (substring caption 0 comma)))
         (most (max least
                    (number-before unit
                                   (substring caption comma
                                              (string-length caption))))))
    (and (equal? (map car points)
                 (let loop ((x 298) (left (length points)))
                   (if (= left 0) '() (cons x (loop (- x 2) (- left 1))))))
         (<= 2 (apply min (map cadr points)) (apply max (map cadr points)) 48)
         (<= now most)
         ;; A number in the caption is rounded.
         (<= (abs (- (- 48 (cadr (car points))) (* 46 (/ now most))))
             (+ 1 (/ 46 most))))))

(define start-info (on there node-info))
(call-with-page
 (observe there)
 (lambda (client)
   (define (click id names)
     (client-say client id "click")
     (client-wait client
                  (lambda (tree)
                    (equal? names
                            (map (lambda (row) (cadr (cells row)))
                                 (rows client))))))
   (client-say client "tree" "click")
   (show-only client "clan" 8)
   (let ((clan (clan client))) (say (map named clan)) (say (in-order? clan)))
   (show-only client "ring" 3)
   (say (map (lambda (row) (depth (car (cells row)))) (rows client)))
   (client-say client "mailbox" "click")
   (show-only client "zzz" 1)
   (let ((cells (cells (car (rows client)))))
     (say (list (string-length (cadr cells))
                (substring (cadr cells) 295 303)
                (list-ref cells 3))))
   (let ((shown (list-ref (cells (car (rows client))) 6)))
     (say (= (kilobytes-of idle) (number-before " KiB" shown))))
   (show-only client "table-" 4)
   (click "mailbox" '("table-b" "table-c" "table-a" "table-busy"))
   (say (map (lambda (row) (list-ref (cells row) 3))
             (list (car (rows client)) (cadr (rows client)) (list-ref (rows client) 2))))
   (click "memory" '("table-b" "table-c" "table-a" "table-busy"))
   (click "name" '("table-a" "table-b" "table-busy" "table-c"))
   ;; After two samples: nobody can have done more than in all that time.
   (client-wait client
                (lambda (tree) (< 2 (length (points client "history-memory")))))
   (client-say client "cpu" "click")
   (client-wait client
                (lambda (tree)
                  (and (equal? "on" (attribute 'class (found client "cpu")))
                       (equal? "table-busy" (cadr (cells (car (rows client)))))
                       (< 3 (length (points client "history-messages"))))))
   (let* ((end-info (on there node-info))
          (done (lambda (key) (- (total key end-info) (total key start-info))))
          (summary (client-text client "summary"))
          (rate (string->number (list-ref (cells (car (rows client))) 5)))
          (near? (lambda (word key)
                   (< (abs (- (number-before word summary)
                              (cdr (assq key end-info))))
                      20)))
          (messages (caption client "history-messages")))
     (say (map (lambda (row) (list-ref (cells row) 5)) (cdr (rows client))))
     (say (list (< 0 rate) (<= (* 2 rate) (done 'reductions))))
     (say (list (< 0 (number-before " messages/s" summary))
                (<= (* 2 (number-before " messages/s" summary))
                    (+ 2 (done 'messages)))
                (< 0 (number-before " reductions/s" summary))
                (<= (* 2 (number-before " reductions/s" summary))
                    (+ 2 (done 'reductions)))))
     (say (list (near? " processes" 'processes) (near? " timers" 'timers)
                (= (number-before " schedulers" summary)
                   (length (cdr (assq 'schedulers end-info))))))
     (say (map (lambda (chart) (apply chart-right? client chart))
               '(("history-memory" " KiB" 1) ("history-messages" "/s" 1)
                 ("history-collections" "/s" 1)))))
   ;; A library that is not part of Mound came with a procedure.
   (client-say client "show-libraries" "click")
   (client-wait client (lambda (tree) (found client "libraries")))
   (let* ((rows (cdr (all "tr" (found client "libraries"))))
          (row (cells (car rows))) (hash (list-ref row 3)))
     (say (length rows))
     (say (map (lambda (cell)
                 (if (equal? cell hash)
                     (substring hash 12 (string-length hash))
                     cell))
               row)))))
