;; Mixed work, again and again: nothing that ends leaves anything behind.
(import (scheme base) (scheme write) (termite process) (termite server)
        (mound supervisor) (mound task) (mound top))

(define (show object) (write object) (newline))
(define me (self))
(define (repeat n thunk) (when (> n 0) (thunk) (repeat (- n 1) thunk)))

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

(define (round)
  ;; Processes that come and go, linked, monitored, with results and without.
  (await-all (map (lambda (n) (async (server:cast counter 1) n)) '(1 2 3 4 5 6 7 8 9 10)))
  (repeat 10 (lambda () (catch (lambda (e) e) (spawn-link (lambda () (halt!))) (? 0 'nothing))))
  (repeat 10 (lambda () (wait-for (spawn (lambda () 'ends)))))
  ;; Large messages, shared and dropped.
  (server:cast counter (make-list 2000 'element))
  ;; Timeouts whose answers never come, or come too late.
  (let ((silent (spawn (lambda () (recv ((from tag x) (? 5 'late) (! from (list tag x))))))))
    (!? silent 'question 0 'no-answer)
    (! silent 'go)
    (wait-for silent))
  ;; A supervisor and its children.
  (let ((s (supervisor:start 'all-for-one
             (list (worker-child 'a (lambda () (recv ('shutdown 1))))
                   (worker-child 'b (lambda () (recv ('shutdown 1))))))))
    (terminate! (supervisor:child s 'a))
    (supervisor:children s)
    (supervisor:stop s)))

(repeat 20 round)
(server:call counter 'count)
(define before (processes))
(define memory (info 'memory-bytes me))
(repeat 150 round)
(show (server:call counter 'count))
;; Others end by themselves a moment later.
(recv (after 0.2 'waited))
(show (<= (processes) (+ before 5)))
(show (< (info 'memory-bytes me) (+ 2000000 (* 4 memory))))
(show (< (info 'memory-bytes counter) 3000000))
(show (list (info 'mailbox-length me) (info 'mailbox-length counter)))
(show (< (timers) 10))
