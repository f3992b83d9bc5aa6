;; Mixed work, again and again: nothing that ends leaves anything behind.
;;
;;   mound run tests/scale/soak.scm            some hundred rounds
;;   mound run tests/scale/soak.scm SECONDS [LARGEST]
;;                                             as many as fit; the memory of the node
;;                                             goes to standard error. The largest
;;                                             list is that long (--zeal looks at all
;;                                             memory all the time: better 1000)
(import (scheme base) (scheme write) (scheme process-context) (scheme time)
        (mound crash) (mound file) (mound strings) (mound supervisor) (mound task)
        (mound top) (termite process) (termite server))

(define (show object) (write object) (newline))
(define me (self))
(define (repeat n thunk) (when (> n 0) (thunk) (repeat (- n 1) thunk)))
(define (argument n default)
  (if (> (length (command-line)) n)
      (string->number (list-ref (command-line) n))
      default))
(define seconds (argument 1 #f))
(define largest (argument 2 50000))

(define counter
  (server:start
   (make-server-plugin
    (lambda (start) start)
    (lambda (term n) (values n n))
    (lambda (term n) (if (number? term) (+ n term) (+ n (length term))))
    (lambda (reason n) #t))
   0))
(define (info key pid) (cdr (assq key (process-info pid))))
(define (processes) (cdr (assq 'processes (node-info))))
(define (timers) (cdr (assq 'timers (node-info))))
;; Resident memory of the node in KiB.
(define (resident)
  (* 4 (string->number (cadr (string-split (read-file "/proc/self/statm") " ")))))

;; Processes that come and go, linked, monitored, with results and without.
(define (come-and-go)
  (await-all (map (lambda (n) (async (server:cast counter 1) n)) '(1 2 3 4 5 6 7 8 9 10)))
  (repeat 10 (lambda () (catch (lambda (e) e) (spawn-link (lambda () (halt!))) (? 0 'nothing))))
  (repeat 10 (lambda () (wait-for (spawn (lambda () 'ends))))))

;; Timeouts whose answers never come, or come too late.
(define (time-out)
  (let ((silent (spawn (lambda () (recv ((from tag x) (? 5 'late) (! from (list tag x))))))))
    (!? silent 'question 0 'no-answer)
    (! silent 'go)
    (wait-for silent)))

;; A supervisor and its children, one of which is killed.
(define (supervise)
  (let ((s (supervisor:start 'all-for-one
             (list (worker-child 'a (lambda () (recv ('shutdown 1))))
                   (worker-child 'b (lambda () (recv ('shutdown 1))))))))
    (terminate! (supervisor:child s 'a))
    (supervisor:children s)
    (supervisor:stop s)))

;; A crowd that is linked to one of them, and killed with it, while messages and
;; timers are under way.
(define (kill-crowd)
  (let* ((first (spawn (lambda () (recv ('never 1)))))
         (members
          (map (lambda (n)
                 (spawn (lambda ()
                          (inbound-link first)
                          (recv ('never 1) (after (+ 100 n) 2)))))
               '(1 2 3 4 5 6 7 8)))
         (watches (map monitor members)))
    (for-each (lambda (member) (! member (list 'noise member))) members)
    (terminate! first)
    (for-each (lambda (watch) (recv (('down ,watch pid reason object) 'told))) watches)))

;; A child that crashes is started again; the report comes as data.
(define (crash)
  (watch-crashes)
  (let* ((s (supervisor:start 'one-for-one
              (list (worker-child 'fragile
                                  (lambda () (recv ('crash (vector-ref #(1) 1))
                                                   ('shutdown 1)))))))
         (old (supervisor:child s 'fragile)))
    (! old 'crash)
    (recv (('crash ,old report) (crash-ref report 'text)))
    (let again () (if (eq? (supervisor:child s 'fragile) old) (again)))
    (unwatch-crashes)
    (supervisor:stop s)
    ;; Others that died meanwhile.
    (let drop () (recv (('crash pid report) (drop)) (after 0 'none)))))

;; Large data there and back, kept for a moment on the other side.
(define (send-large size)
  (let ((keeper (spawn (lambda ()
                         (let loop ((kept '()))
                           (recv ((from tag 'end) (! from (list tag 'ended)))
                                 ((from tag data) (! from (list tag data)) (loop data))))))))
    (let ((data (map (lambda (n) (cons n (number->string n))) (make-list size 7))))
      (repeat 3 (lambda () (!? keeper data)))
      (!? keeper 'end))))

(define (round number)
  (come-and-go)
  (server:cast counter (make-list 2000 'element))
  (time-out)
  (supervise)
  (if (= (modulo number 5) 0) (kill-crowd))
  (if (= (modulo number 10) 0) (send-large 500))
  (if (= (modulo number 50) 25) (crash))
  (if (= (modulo number 200) 100) (send-large largest)))

(define (rounds from to)
  (when (< from to)
    (round from)
    (rounds (+ from 1) to)))

;; Rounds until the time is over. Returns how many, and the memory every now and
;; then, newest first.
(define (soak seconds)
  (define begin-at (current-second))
  (define step (/ seconds 20))
  (let loop ((number 0) (next step) (curve '()))
    (let ((passed (- (current-second) begin-at)))
      (cond ((>= passed seconds) (values number curve))
            ((>= passed next)
             (let ((memory (resident)))
               (write-string
                (string-append (number->string (exact (round-to passed))) " s: "
                               (number->string number) " rounds, "
                               (number->string memory) " KiB, "
                               (number->string (processes)) " processes\n")
                (current-error-port))
               (loop number (+ next step) (cons memory curve))))
            (else
             (round number)
             (loop (+ number 1) next curve))))))
(define (round-to number) (floor (+ number 1/2)))

(rounds 0 20)
(server:call counter 'count)
(define before (processes))
(define memory (info 'memory-bytes me))
(if seconds
    (let-values (((number curve) (soak seconds)))
      (write-string (string-append (number->string number) " rounds\n")
                    (current-error-port))
      ;; What the first quarter of the time has needed is enough for all of it.
      (let* ((oldest (reverse curve))
             (quarter (max 1 (quotient (length oldest) 4)))
             (early (apply max (let first ((n quarter) (rest oldest))
                                 (if (= n 0) '() (cons (car rest) (first (- n 1) (cdr rest)))))))
             (late (list-ref oldest (- (length oldest) 1))))
        (if (> late (+ 20000 (* 5/4 early)))
            (show (list 'memory-grows oldest)))))
    (rounds 20 170))
(show (or (and seconds #t) (> (server:call counter 'count) 340000)))
;; Others end by themselves a moment later.
(recv (after 0.2 'waited))
(show (<= (processes) (+ before 5)))
;; Large garbage may still be there.
(show (< (info 'memory-bytes me) (+ (if seconds 60000000 4000000) (* 4 memory))))
(show (< (info 'memory-bytes counter) 3000000))
(show (list (info 'mailbox-length me) (info 'mailbox-length counter)))
(show (< (timers) 10))
