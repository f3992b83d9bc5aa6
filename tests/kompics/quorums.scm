;; Algorithms of the textbook act when a majority has answered, and not before: a process of one to six,
;; with the messages of the others by hand. After each answer that is not to be enough it is asked
;; something else, and only the answer to that comes.

(import (scheme base) (scheme write) (kompics) (kompics lifecycle) (kompics network)
        (kompics test) (kompics cachin))

(define (numbers from to) (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define (majority n) (+ 1 (quotient n 2)))
(define (deliver from . message) (send PerfectLinks (Deliver from message)))
(define (steps . lists) (apply repeat 1 (apply append lists)))
;; Answers of the first processes, up to a majority of n, with a question between them.
(define (up-to-majority n answer question)
  (append (apply append
                 (map (lambda (q) (cons (answer q) question)) (numbers 1 (- (majority n) 1))))
          (list (answer (majority n)))))
(define (to-all processes step) (map step processes))
(define-syntax row
  (syntax-rules ()
    ((_ name (n) body)
     (begin (write-string name) (write-string ": ")
            (write (map (lambda (n) body) (numbers 1 6)))
            (newline)))))

;; One that has promised 7 refuses 3.
(define refusal
  (list (deliver 'p 'PREPARE 3) (expect LeaderElection (Exceed 7))))

(row "Paxos" (n)
  (let ((all (numbers 1 n)))
    (check (Paxos 1 all)
      (send LeaderElection (Trust 1 7))
      (send Consensus (Propose 'v))
      (steps
       (to-all all (lambda (q) (expect PerfectLinks (Send ,q '(PREPARE 7)))))
       (list (deliver 1 'PREPARE 7) (expect PerfectLinks (Send 1 '(PROMISE 7 0 ()))))
       (up-to-majority n (lambda (q) (deliver q 'PROMISE 7 0 '())) refusal)
       (to-all all (lambda (q) (expect PerfectLinks (Send ,q '(ACCEPT 7 (v))))))
       (up-to-majority n (lambda (q) (deliver q 'ACCEPTED 7)) refusal)
       (to-all all (lambda (q) (expect PerfectLinks (Send ,q '(DECIDE (v))))))))))

;; What is accepted further on counts for what is before it.
(row "SequencePaxos" (n)
  (let* ((all (numbers 1 n)) (promised (reverse (numbers 1 (majority n)))))
    (define (decide count)
      (to-all promised (lambda (q) (expect PerfectLinks (Send ,q ('DECIDE 7 ,count))))))
    (check (SequencePaxos 1 all)
      (send LeaderElection (Trust 1 7))
      (send SequenceConsensus (Propose 'v))
      (send SequenceConsensus (Propose 'w))
      (steps
       (to-all all (lambda (q) (expect PerfectLinks (Send ,q '(PREPARE 7 0)))))
       (list (deliver 1 'PREPARE 7 0) (expect PerfectLinks (Send 1 '(PROMISE 7 0 () 0))))
       (up-to-majority n (lambda (q) (deliver q 'PROMISE 7 0 '() 0)) refusal)
       (apply append
              (to-all promised
                      (lambda (q)
                        (list (expect PerfectLinks (Send ,q '(SYNC 7 0 (v w))))
                              (expect PerfectLinks (Send ,q '(DECIDE 7 0)))))))
       (apply append (to-all all (lambda (q) (cons (deliver q 'ACCEPTED 7 0) refusal))))
       (up-to-majority n (lambda (q) (deliver q 'ACCEPTED 7 (if (= q 1) 2 1))) refusal)
       (if (= n 1) (decide 2) (decide 1))
       (if (= n 1)
           '()
           (append (up-to-majority n (lambda (q) (deliver q 'ACCEPTED 7 2)) refusal)
                   (decide 2)))))))

(row "ReadImposeWriteMajority" (n)
  (let ((question (list (send BestEffortBroadcast (Deliver 'p '(READ 9)))
                        (expect PerfectLinks (Send 'p '(VALUE 9 (0 0) #f))))))
    (define (operation request rid write end)
      (append (list request (expect BestEffortBroadcast (Broadcast ('READ ,rid))))
              (up-to-majority n (lambda (q) (deliver q 'VALUE rid '(4 2) 'old)) question)
              (list (expect BestEffortBroadcast (Broadcast ,write)))
              (up-to-majority n (lambda (q) (deliver q 'ACK rid)) question)
              (list end)))
    (check (ReadImposeWriteMajority 1 n 3)
      (steps
       (operation (send AtomicRegister (Read)) 1 '(WRITE 1 (4 2) old)
                  (expect AtomicRegister (ReadReturn 'old)))
       (operation (send AtomicRegister (Write 'new)) 2 '(WRITE 2 (5 3) new)
                  (expect AtomicRegister (WriteReturn)))))))
