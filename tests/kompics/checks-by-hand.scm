;; Checks and diagrams of what was written by hand: each property, kept and broken.

(import (scheme base) (scheme write) (kompics) (kompics sim))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (let () body ...)) (newline)))))

(define three '((0 start a) (0 start b) (0 start c)))
(define (observed . entries)
  (let loop ((rest entries) (time 1))
    (if (null? rest) '() (cons (cons time (car rest)) (loop (cdr rest) (+ time 1))))))
(define (check kind trace . entries)
  ((check-broadcast kind) (make-outcome trace (apply observed entries))))
(define (all-kinds trace . entries)
  (map (lambda (kind) (apply check kind trace entries))
       '(best-effort reliable uniform causal)))

(row "all deliver"
  (all-kinds three '(a broadcast m) '(a deliver a m) '(b deliver a m) '(c deliver a m)))
(row "one delivers nothing"
  (all-kinds three '(a broadcast m) '(a deliver a m) '(c deliver a m)))
(row "out of nothing" (all-kinds three '(b deliver a m)))
(row "of another sender" (check 'best-effort three '(a broadcast m) '(b deliver c m)))
(row "twice"
  (all-kinds three '(a broadcast m) '(a deliver a m) '(b deliver a m) '(b deliver a m) '(c deliver a m)))
(row "the same from two"
  (check 'reliable three '(a broadcast m) '(b broadcast m)
         '(a deliver a m) '(b deliver a m) '(c deliver a m)
         '(a deliver b m) '(b deliver b m) '(c deliver b m)))

;; The sender is killed: who is left need not deliver, but those that are correct agree, and in
;; uniform broadcasts also with those that are not.
(define without-a (append three '((9 kill a))))
(row "nobody who is left"
  (all-kinds without-a '(a broadcast m)))
(row "one of those who are left"
  (all-kinds without-a '(a broadcast m) '(b deliver a m)))
(row "only the one that was killed"
  (all-kinds without-a '(a broadcast m) '(a deliver a m)))

;; b has delivered m before it sends n.
(define (answered . last)
  (apply check 'causal three '(a broadcast m) '(a deliver a m) '(b deliver a m)
         '(b broadcast n) '(b deliver b n) '(a deliver b n) last))
(row "causes first" (answered '(c deliver a m) '(c deliver b n)))
(row "an answer before its cause" (answered '(c deliver b n) '(c deliver a m)))
(row "in the order of the sender"
  (check 'causal three '(a broadcast m) '(a broadcast n) '(a deliver a m) '(a deliver a n)
         '(b deliver a m) '(b deliver a n) '(c deliver a n) '(c deliver a m)))

;; Failure detectors.
(define (detector kind trace . entries)
  ((check-failure-detector kind) (make-outcome trace (apply observed entries))))
(define killed-first (append three '((0 kill a))))
(row "all suspect" (map (lambda (kind) (detector kind killed-first '(b suspect a) '(c suspect a)))
                        '(perfect eventual)))
(row "one does not" (map (lambda (kind) (detector kind killed-first '(b suspect a)))
                         '(perfect eventual)))
(row "too early" (map (lambda (kind) (detector kind without-a '(b suspect a) '(c suspect a)))
                      '(perfect eventual)))
(row "by mistake" (map (lambda (kind) (detector kind three '(b suspect a)))
                       '(perfect eventual)))
(row "and taken back" (map (lambda (kind) (detector kind three '(b suspect a) '(b restore a)))
                           '(perfect eventual)))
(row "at the moment of the end"
  (detector 'perfect (append three '((1 kill a))) '(b suspect a) '(c suspect a)))

;; Linearizability of a register.
(define (register state operation)
  (case (car operation)
    ((read) (list state state))
    ((write) (list (cadr operation) 'ok))))
(define (order? . operations) (linearizable? operations 0 register))
(row "one after another"
  (list (order? '(0 1 (write 1) ok) '(2 3 (read) 1)) (order? '(0 1 (write 1) ok) '(2 3 (read) 0))
        (order? '(0 1 (write 1) no))))
(row "at the same time"
  (list (order? '(0 3 (write 1) ok) '(1 2 (read) 1)) (order? '(0 3 (write 1) ok) '(1 2 (read) 0))
        (order? '(0 3 (write 1) ok) '(1 2 (read) 2))))
(row "new, then old"
  (list (order? '(0 7 (write 1) ok) '(1 2 (read) 1) '(3 4 (read) 0))
        (order? '(0 7 (write 1) ok) '(1 2 (read) 0) '(3 4 (read) 1))))
(row "one that did not return"
  (list (order? '(0 #f (write 1) #f) '(1 2 (read) 1)) (order? '(0 #f (write 1) #f) '(1 2 (read) 0))
        (order? '(0 #f (write 1) #f) '(1 2 (read) 1) '(3 4 (read) 0))))
(row "one that ends where the next begins"
  (list (order? '(0 1 (write 1) ok) '(1 2 (read) 0)) (order? '(0 1 (write 1) ok) '(1 2 (read) 1))))
(row "operations of a run"
  (operations-of
   (make-outcome '() (observed '(a call 1 (write 1)) '(b call 2 (read)) '(a return 1 ok)
                               '(b note 3) '(b return 7 no)))))

;; Diagrams.
(define story
  (make-outcome
   '((0 start b) (1 sent 1 a b (Ping 1)) (2 came 1 a b (Ping 1)) (3 sent 2 b a (Pong 1))
     (3 lost 2 b a (Pong 1)) (4 sent 3 a b (Ping 2)) (5 kill b))
   '((3 b got 1))))
(write-string (sequence-diagram story))
(write-string (mermaid-diagram story))
(row "what a made outcome is"
  (map (lambda (trace history)
         (let ((outcome (make-outcome trace history)))
           (list (outcome-seed outcome) (outcome-time outcome)
                 (outcome-steps outcome) (outcome-faults outcome))))
       (list '() three '((1 start a) (7 kill a)) three)
       (list '() '() '((5 a deliver a m)) '((5 a deliver a m) (6 a deliver a m)))))
