;; A process that refuses a ballot asks its leader election for a greater one, and the election then
;; has a leader with such a one. And what a replicated store knows of operations that are done.

(import (scheme base) (scheme write) (mound conditions) (kompics)
        (kompics lifecycle) (kompics timer) (kompics cachin) (kompics test))

(define-syntax row
  (syntax-rules ()
    ((_ name body ...)
     (begin (write-string name) (write-string ": ")
            (write (guard (x ((condition? x)
                              (cons (error-object-message x)
                                    (error-object-irritants x))))
                     body ...))
            (newline)))))

(row "Paxos, which has promised 7"
  (test-component (Paxos 'c '(a b c))
    (send PerfectLinks (Deliver 'b '(PREPARE 7)))
    (expect PerfectLinks (Send 'b '(PROMISE 7 0 ())))
    (send PerfectLinks (Deliver 'a '(PREPARE 5)))
    (expect LeaderElection (Exceed 7))
    (send PerfectLinks (Deliver 'a '(ACCEPT 5 (x))))
    (expect LeaderElection (Exceed 7))
    ;; What belongs to the promised ballot is taken.
    (send PerfectLinks (Deliver 'b '(ACCEPT 7 (y))))
    (expect PerfectLinks (Send 'b '(ACCEPTED 7)))
    (send PerfectLinks (Deliver 'b '(DECIDE (3))))
    (expect Consensus (Decide 3))))
(row "on a sequence"
  (test-component (SequencePaxos 'c '(a b c))
    (send PerfectLinks (Deliver 'b '(PREPARE 7 0)))
    (expect PerfectLinks (Send 'b '(PROMISE 7 0 () 0)))
    (send PerfectLinks (Deliver 'a '(PREPARE 5 0)))
    (expect LeaderElection (Exceed 7))
    (send PerfectLinks (Deliver 'a '(ACCEPT 5 x)))
    (expect LeaderElection (Exceed 7))
    (send PerfectLinks (Deliver 'b '(SYNC 7 0 (y))))
    (expect PerfectLinks (Send 'b '(ACCEPTED 7 1)))))
;; Of three it has the rank 2: its ballots are 5, 8, 11.
(row "the election"
  (test-component (GossipLeaderElection 'c '(a b c) 1)
    (allow FairLossLinks (Send _ _))
    (expect Timer (ScheduleTimeout 1 'round))
    (send Timer (Timeout 'round))
    (expect Timer (ScheduleTimeout 1 'round))
    (send FairLossLinks (Deliver 'a '(REPLY 1 3)))
    (send Timer (Timeout 'round))
    (expect LeaderElection (Trust 'c 5))
    (expect Timer (ScheduleTimeout 1 'round))
    (send LeaderElection (Exceed 7))
    (send FairLossLinks (Deliver 'a '(REPLY 2 3)))
    (send Timer (Timeout 'round))
    (expect Timer (ScheduleTimeout 1 'round))
    (send FairLossLinks (Deliver 'a '(REPLY 3 3)))
    (send Timer (Timeout 'round))
    (expect LeaderElection (Trust 'c 8))
    (expect Timer (ScheduleTimeout 1 'round))))

;; A command says below which number all are done at its process, so only these need not be kept.
(define (command number low) (list 'COMMAND 'a number low '(GET k)))
(define (decided number low) (Decide (command number low)))
(row "what a store knows to be done"
  (test-component (ReplicatedStore 'b 1)
    (expect Timer (SchedulePeriodicTimeout 1 1 'again))
    (send SequenceConsensus (decided 1 1)) (send SequenceConsensus (decided 3 1))
    (send SequenceConsensus (decided 5 4))
    ;; 2 is not decided, but below 4; 3 and 5 are.
    (send PerfectLinks (Deliver 'a (command 2 1))) (send PerfectLinks (Deliver 'a (command 3 1)))
    (send PerfectLinks (Deliver 'a (command 5 4))) (send PerfectLinks (Deliver 'a (command 4 4)))
    (expect SequenceConsensus (Propose '(COMMAND a 4 4 (GET k))))))
