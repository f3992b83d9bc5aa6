;;; A sample is what a node tells of itself at a moment: a list of its numbers
;;; and a list of rows, one for each process: its pid and what %facts names. Two
;;; samples give the rates between them. `mound top` takes samples of another
;;; node; the code for that goes there by itself.

;; What a row tells after the pid.
(define %facts
  '(name state mailbox-length reductions heap-bytes stack-bytes shared-bytes
    links monitors priority procedure limits))

;; Processes in a sample, so that a node with millions is not held up.
(define %processes-most 5000)

;;> (node-info): an association list of what this node does: now (nanoseconds),
;;> processes, timers, and schedulers, a list of association lists with ready
;;> (processes that wait for it), turns, reductions, messages (sent by its
;;> processes) and asleep (nanoseconds).
;;> Example: (eval '(map car (node-info)) (environment '(scheme base) '(mound top))) => (now processes timers schedulers)
(define (node-info) (%primitive %node-info))

;;> (node-sample): a list of node-info and of a list of lists (pid name state
;;> mailbox reductions heap stack shared links monitors priority procedure
;;> limits) of at most 5000 processes of this node.
;;> Example: (eval '(let ((mine (assq (self) (cadr (node-sample))))) (list (length mine) (list-ref mine 2))) (environment '(scheme base) '(termite process) '(mound top))) => (13 running)
(define (node-sample)
  (list (node-info)
        (let loop ((pids (process-list)) (left %processes-most) (rows '()))
          (if (or (null? pids) (= left 0))
              (reverse rows)
              (let ((info (process-info (car pids))))
                (loop (cdr pids)
                      (- left 1)
                      (if info (cons (%row (car pids) info) rows) rows)))))))

(define (%row pid info)
  (cons pid
        (map (lambda (key)
               (let ((entry (assq key info)))
                 (cond ((not entry) 0)
                       ((memq key '(links monitors)) (length (cdr entry)))
                       (else (cdr entry)))))
             %facts)))

(define (%number key alist) (cdr (assq key alist)))

;; Columns of a row.
(define (%mailbox row) (list-ref row 3))
(define (%reductions row) (list-ref row 4))
(define (%memory row)
  (+ (list-ref row 5) (list-ref row 6) (list-ref row 7)))

;;> (top-text before after count order): the table of the count processes that
;;> come first by the order cpu, memory or mailbox, with the rates between two
;;> samples.
;;> Example: (eval '(let ((s (node-sample))) (string? (top-text s s 5 'cpu))) (environment '(scheme base) '(mound top))) => #t
(define (top-text before after count order)
  (let* ((seconds (max 1/1000
                       (/ (- (%number 'now (car after))
                             (%number 'now (car before)))
                          1000000000)))
         (rows (map (lambda (row) (%with-rate row (cadr before) seconds))
                    (cadr after)))
         (key (cond ((eq? order 'memory) %memory)
                    ((eq? order 'mailbox) %mailbox)
                    (else %reductions)))
         (sorted (sort rows (lambda (a b) (> (key a) (key b))))))
    (call-with-output-string
     (lambda (port)
       (%summary (car before) (car after) (cadr after) seconds port)
       (%line '("process" "name" "state" "mailbox" "reductions/s" "heap"
                "stack" "shared" "links" "monitors" "priority" "procedure"
                "limits")
              port)
       (for-each (lambda (row) (%line (%cells row) port))
                 (%first sorted count))))))

(define (%first list count)
  (if (or (null? list) (= count 0))
      '()
      (cons (car list) (%first (cdr list) (- count 1)))))

;; The row with reductions for each second in the place of reductions.
(define (%with-rate row before seconds)
  (let* ((old (assq (car row) before))
         (done (- (%reductions row) (if old (%reductions old) 0))))
    (append (%first row 4)
            (list (round (/ done seconds)))
            (list-tail row 5))))

(define (%cells row)
  (map (lambda (cell)
         (if (null? cell)
             ""
             (call-with-output-string (lambda (port) (display cell port)))))
       row))

(define %widths '(22 16 8 8 13 10 8 10 6 9 9 30 0))

(define (%line cells port)
  (let loop ((cells cells) (widths %widths) (column 0))
    (display (car cells) port)
    (if (pair? (cdr cells))
        (begin
          (write-string
           (make-string (max 1 (- (car widths) (string-length (car cells))))
                        #\space)
           port)
          (loop (cdr cells) (cdr widths) 0))
        (newline port))))

(define (%summary before after rows seconds port)
  (define (total key info)
    (apply + (map (lambda (scheduler) (%number key scheduler))
                  (%number 'schedulers info))))
  (define (rate key)
    (exact (round (/ (- (total key after) (total key before)) seconds))))
  (for-each
   (lambda (part) (display part port))
   (list "processes " (%number 'processes after)
         ", timers " (%number 'timers after)
         ", waiting messages " (apply + (map %mailbox rows))
         ", memory " (quotient (apply + (map %memory rows)) 1024) " KiB\n"
         "messages/s " (rate 'messages)
         ", reductions/s " (rate 'reductions)
         ", turns/s " (rate 'turns) "\n"))
  (let loop ((number 0)
             (before (%number 'schedulers before))
             (after (%number 'schedulers after)))
    (if (and (pair? before) (pair? after))
        (let ((asleep (- (%number 'asleep (car after))
                         (%number 'asleep (car before)))))
          (for-each
           (lambda (part) (display part port))
           (list "scheduler " number
                 ": busy "
                 (max 0 (min 100 (- 100 (exact (round (/ asleep 10000000
                                                         seconds))))))
                 " %, ready " (%number 'ready (car after)) "\n"))
          (loop (+ number 1) (cdr before) (cdr after))))))

;;> (top-command): what `mound top` does; its arguments are those of the
;;> program: node, once or again, seconds, count and order.
;;> Example: (eval '(procedure? top-command) (environment '(scheme base) '(mound top))) => #t
(define (top-command)
  (let* ((arguments (cdr (command-line)))
         (node (list-ref arguments 0))
         (once? (string=? (list-ref arguments 1) "once"))
         (interval (string->number (list-ref arguments 2)))
         (count (string->number (list-ref arguments 3)))
         (order (string->symbol (list-ref arguments 4))))
    (node-init "127.0.0.1:0")
    (let loop ((before (on node node-sample)))
      (recv (after interval 'looked))
      (let ((after-that (on node node-sample)))
        (if (not once?) (write-string "\x1b;[H\x1b;[J"))
        (write-string (top-text before after-that count order))
        (flush-output-port)
        (if (not once?) (loop after-that))))))
