;; Rows T01 to T09 and T13 to T17, T20 to T23: processes and messages.
(import (termite) (termite data))

(define-syntax row
  (syntax-rules ()
    ((row name expression)
     (let ((value (catch (lambda (e) (list 'raised e)) expression)))
       (write 'name)
       (display " ")
       (write value)
       (newline)))))

(row T01 (begin
           (let ((me (self)))
             (spawn (lambda () (! me "Hello, world!"))))
           (?)))

(row T02 (list (pid? (self)) (pid? 5) (eq? (self) (self))))
(row T02 (let ((pids (make-dict)) (other (spawn (lambda () (?)))))
           (dict-set! pids (self) 'mine)
           (dict-set! pids other 'the-other)
           (let ((found (map (lambda (pid) (dict-ref pids pid))
                             (list (self) other (spawn (lambda () #t))))))
             (! other 'end)
             found)))

;; A ring of 300; a quarter of a million stand in tests/scale.
(define (ring count start)
  (let* ((me (self))
         (first
          (let loop ((left count) (next me))
            (if (= left 0)
                next
                (loop (- left 1)
                      (spawn (lambda ()
                               (let serve ()
                                 (let ((n (?)))
                                   (cond ((eq? n 0) (! next 0))
                                         (else (! next (- n 1)) (serve))))))))))))
    (! first start)
    (let loop ()
      (let ((n (?)))
        (if (eqv? n 0)
            'ended
            (begin (! first (- n 1)) (loop)))))))
(row T03 (list (ring 300 0) (ring 300 2000)))

(row T04 (let ((me (self)))
           (spawn (lambda ()
                    (let loop ((n 1))
                      (if (<= n 3000) (begin (! me n) (loop (+ n 1)))))))
           (let loop ((n 1))
             (cond ((> n 3000) 'in-order)
                   ((= (?) n) (loop (+ n 1)))
                   (else (list 'wrong n))))))

(row T05 (begin
           (! (self) 1) (! (self) 2) (! (self) 3)
           (let* ((a (?)) (b (?? odd?)) (c (?))) (list a b c))))

(row T06 (let ((start (current-jiffy)))
           (let* ((result (? 0.05 'd))
                  (seconds (/ (- (current-jiffy) start) (jiffies-per-second))))
             (list result (>= seconds 0.05)))))
(row T06 (list (? 0 'd) (?? odd? 0 'e)
               (begin (! (self) 'there) (? 0 'd))))

(row T07 (? 0.01))
(row T07 (?? odd? 0.01))
(define silent (spawn (lambda () (recv ('end #t)))))
(row T07 (!? silent 'x 0.01))
(! silent 'end)

;; Noise until the deadline has been seen: were it moved by each message, this
;; would not end.
(row T08 (let* ((me (self))
                (noise (spawn (lambda ()
                                (let loop ()
                                  (! me 'noise)
                                  (recv ('end #t) (after 0.005 (loop))))))))
           (let ((result (recv ('never 1) (after 0.05 'timeout))))
             (! noise 'end)
             (wait-for noise)
             (let loop () (if (eq? (? 0 'none) 'noise) (loop)))
             result)))

(row T09 (begin
           (! (self) 'go)
           (recv ('go (? 0.01 'inner)) (after 5 'outer))))
(row T09 (begin
           (! (self) 'go)
           (recv ('go (? 0.01)) (after 5 'outer))))

(row T13 (begin
           (! (self) 2) (! (self) 5)
           (let* ((first (recv (5 'five) (2 'two)))
                  (second (recv (5 'five) (2 'two))))
             (list first second))))

(row T14 (catch (lambda (e)
                  (list (condition-kind e) (error-object-irritants e)))
           (match 5 (6 'six) ("5" 'text))))

(define rpc-server
  (spawn
   (lambda ()
     (let loop ()
       (recv
         ((from tag ('add a b))
          (! from (list tag (+ a b)))))
       (loop)))))
(row T15 (let ((tag (make-tag)))
           (! rpc-server (list (self) tag (list 'add 21 21)))
           (recv ((,tag reply) reply))))
(row T15 (!? rpc-server (list 'add 21 21)))

(define slow
  (spawn (lambda ()
           (recv ((from tag 'a)
                  (recv ('now (! from (list tag 'answer-to-a))))))
           (recv ((from tag 'b) (! from (list tag 'answer-to-b)))))))
(row T16 (let ((first (!? slow 'a 0.01 'to)))
           (! slow 'now)
           (let ((second (!? slow 'b 60)))
             (list first second (? 0 'nothing-else)))))

(row T17 (let ((cell (make-cell 42)))
           (let ((before (cell-ref cell)))
             (cell-set! cell 123)
             (list before (cell-ref cell)))))
;; Mutable pairs.
(define (kons a d)
  (spawn (lambda ()
           (let loop ((a a) (d d))
             (recv
               ((from tag 'kar) (! from (list tag a)) (loop a d))
               ((from tag 'kdr) (! from (list tag d)) (loop a d))
               (('set-kar! a) (loop a d))
               (('set-kdr! d) (loop a d)))))))
(define (kar k) (!? k 'kar))
(define (kdr k) (!? k 'kdr))
(define (set-kar! k a) (! k (list 'set-kar! a)))
(row T17 (let* ((k (kons 1 2)) (a (kar k)) (d (kdr k)))
           (set-kar! k 123)
           (list a d (cons a d) (cons (kar k) (kdr k)))))

(row T20 (let ((dead (spawn (lambda () 'over))))
           (wait-for dead)
           (! dead 'anything)
           (list 'sent (alive? dead))))

(row T21 (catch (lambda (e) (list (condition-kind e) (error-object-irritants e)))
           (! 'foo 1)))

(row T22 (let* ((worker (spawn (lambda () (recv ('end #t))) name: 'worker))
                (info (let wait ()
                        (let ((info (process-info worker)))
                          (if (eq? (cdr (assq 'state info)) 'waiting) info (wait)))))
                (listed (memq worker (process-list))))
           (! worker 'end)
           (list (cdr (assq 'name info)) (cdr (assq 'state info)) (pair? listed))))

;; An endless loop starves nobody, of either priority.
(row T23 (let ((loops (map (lambda (priority)
                             (spawn (lambda () (let l () (l))) priority: priority))
                           '(normal normal normal low))))
           (let ((answer (!? rpc-server '(add 1 1))))
             (for-each terminate! loops)
             (for-each wait-for loops)
             (list answer (map alive? loops)))))
