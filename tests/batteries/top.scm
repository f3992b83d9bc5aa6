;; The tables of `mound top`, of samples that are made up: every number that is
;; shown follows from those here, so a wrong one is seen.
(import (scheme base) (scheme write) (scheme sort) (mound conditions)
        (mound strings) (mound top) (termite process) (util concurrent))

(define (show object) (write object) (newline))

;; A process as it is written in a sample; its number is read from its text.
(define (process number)
  (string-append "#<process " number " on \"tcp://there\">"))
(define pids
  (map process '("1" "22" "3.4" "44" "5")))
(define (pid index) (list-ref pids index))

(define (scheduler ready turns reductions messages asleep)
  `((ready . ,ready) (turns . ,turns) (reductions . ,reductions)
    (messages . ,messages) (asleep . ,asleep)))
(define (info now processes timers . schedulers)
  `((now . ,now) (processes . ,processes) (timers . ,timers)
    (schedulers . ,schedulers)))

;; pid name state mailbox reductions heap stack shared links monitors priority
;; procedure limits oldest-message status
(define (row index name mailbox reductions heap stack shared oldest . more)
  (list (pid index) name 'waiting mailbox reductions heap stack shared
        (+ index 1) (+ index 2) 'normal "loop at a.scm:1" '() oldest
        (if (null? more) '() (car more))))

(define (peer node connected? round-trip in out queued lanes connections)
  `((node . ,node) (connected . ,connected?) (round-trip . ,round-trip)
    (bytes-in . ,in) (bytes-out . ,out) (queued-signals . ,queued)
    (lanes-without-credit . ,lanes) (connections . ,connections)))

;; Two seconds and a half lie between the two.
(define before
  (list (info 1000000000 4 7
              (scheduler 1 100 1000 10 0) (scheduler 2 200 2000 20 500000000))
        (list (row 0 'first 0 500 1024 0 0 0)
              (row 1 #f 2 1000 2048 1024 512 5)
              (row 2 'a-name-that-is-longer-than-its-column 1 0 0 0 0 9)
              (row 3 'busy 3 100 10 20 30 11))
        (list (peer "tcp://a" #t 1000 1024 2048 0 0 1)
              (peer "tcp://c" #t 1000 9999 9999 0 0 1))))
(define after
  (list (info 3500000000 5 8
              (scheduler 3 350 6000 60 2000000000)
              (scheduler 4 450 7000 95 500000000))
        (list (row 0 'first 0 1000 5120 1024 0 0)
              (row 1 #f 4 1100 2048 1024 2512 5 '((length . 3) (getters . 2)))
              (row 2 'a-name-that-is-longer-than-its-column 1 7 0 0 1 10)
              (row 3 'busy 2 100100 10 20 30 11 '((state . running)))
              (row 4 'new 9 50 1000000 1 1 1))
        (append
         (list (peer "tcp://a" #t 1234567 6144 2048 3 2 4)
               (peer "tcp://b" #f 1000 0 0 0 0 0)
               ;; Counts begin anew with a node that was forgotten.
               (peer "tcp://c" #t 5000 1 2 0 0 2)
               (peer "tcp://new" #t #f 100000 100000 0 0 1))
         (map (lambda (number)
                (peer (string-append "tcp://other-" (number->string number))
                      #t 0 0 0 0 0 1))
              '(1 2 3 4 5 6 7)))))

(for-each (lambda (order)
            (show order)
            (write-string (top-text before after 10 order))
            (newline))
          '(cpu memory mailbox oldest))
;; As many processes as are wanted, and no more.
(define (with-peers sample peers) (list (car sample) (cadr sample) peers))
(for-each (lambda (count)
            (write-string (top-text before (with-peers after '()) count 'cpu)))
          '(0 1 2))
(newline)
;; Peers: eight are shown without a line that tells of more.
(define (lines count)
  (peer-lines (with-peers before '())
              (with-peers after
                          (let loop ((n count))
                            (if (= n 0)
                                '()
                                (cons (peer "tcp://x" #t 0 0 0 0 0 1)
                                      (loop (- n 1))))))))
(show (map (lambda (count) (length (lines count))) '(0 1 7 8 9 10)))
(show (map (lambda (count) (list-ref (lines count) 8)) '(9 10)))
;; The same moment: what has changed is told as in the shortest time there is.
(write-string
 (top-text before
           (with-peers (cons (cons '(now . 1000000000) (cdar after)) (cdr after))
                       '())
           2 'cpu))

;; Servers and a process of this node: the number of a process is its own.
(define (printed thunk)
  (let ((port (open-output-string)))
    (parameterize ((current-output-port port)) (thunk))
    (string-split (get-output-string port) "\n")))
(define (after-number line)
  (let loop ((index 0))
    (if (memv (string-ref line index) (string->list "0123456789."))
        (loop (+ index 1))
        (list (< 0 index) (substring line index (string-length line))))))
(define queue (make-shared-queue))
(define empty-queue (make-shared-queue))
(shared-queue-put! queue 'element)
;; Only who waits is asked, so all three have to.
(define (until test) (if (not (test)) (begin (? 0.005 #f) (until test))))
(until (lambda () (= 4 (length (printed print-servers)))))
(show (list-sort (lambda (a b) (string<? (cadr a) (cadr b)))
                 (map after-number (list-tail (reverse (printed print-servers)) 1))))
(define idle (spawn (lambda () (recv ('never #t))) name: 'idle-one))
(define (number-of pid)
  (let ((text (let ((port (open-output-string)))
                (display pid port)
                (get-output-string port))))
    (substring text 10 (- (string-length text) 1))))
(until (lambda () (eq? 'waiting (cdr (assq 'state (process-info idle))))))
(show (map (lambda (line) (substring line 0 (min 24 (string-length line))))
           (let ((lines (printed (lambda () (print-process (number-of idle))))))
             (list (car lines) (cadr lines) (list-ref lines 2)))))
(show (let ((info (process-info idle)))
        (equal? (printed (lambda () (print-process (number-of idle))))
                (append
                 (map (lambda (entry)
                        (let ((name (symbol->string (car entry)))
                              (port (open-output-string)))
                          (display (cdr entry) port)
                          (string-append
                           name
                           (make-string (max 1 (- 16 (string-length name)))
                                        #\space)
                           (get-output-string port))))
                      info)
                 '("")))))
(show (guard (e (#t (list (condition-kind e) (error-object-message e)
                          (error-object-irritants e))))
        (print-process "none")))
