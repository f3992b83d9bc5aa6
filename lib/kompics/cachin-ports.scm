;;; Events and port types of the textbook.

;;> (Send q m): asks a link to send the message to the process. Raises arity.
;;> Example: (eval '(event->list (Send 'q 'm)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Send q m)
(define-event (Send q m))

;;> (Deliver p m): a message of the process p. Raises arity.
;;> Example: (eval '(event->list (Deliver 'p 'm)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Deliver p m)
(define-event (Deliver p m))

;;> (Broadcast m): asks to send the message to all. Raises arity.
;;> Example: (eval '(event->list (Broadcast 'm)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Broadcast m)
(define-event (Broadcast m))

;;> (Crash p): the process has ended. Raises arity.
;;> Example: (eval '(event->list (Crash 'p)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Crash p)
(define-event (Crash p))

;;> (Suspect p): the process may have ended. Raises arity.
;;> Example: (eval '(event->list (Suspect 'p)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Suspect p)
(define-event (Suspect p))

;;> (Restore p): the process is not suspected any more. Raises arity.
;;> Example: (eval '(event->list (Restore 'p)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Restore p)
(define-event (Restore p))

;;> (Trust p ballot): the process is the leader with that ballot, a number that
;;> no other leader has. Raises arity.
;;> Example: (eval '(event->list (Trust 'p 5)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Trust p 5)
(define-event (Trust p ballot))

;;> (Exceed ballot): asks for a leader with a greater ballot. Raises arity.
;;> Example: (eval '(event->list (Exceed 5)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Exceed 5)
(define-event (Exceed ballot))

;;> (Read): asks for the value of a register. Raises arity.
;;> Example: (eval '(event->list (Read)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Read)
(define-event (Read))

;;> (ReadReturn v): the value that was read. Raises arity.
;;> Example: (eval '(event->list (ReadReturn 5)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (ReadReturn 5)
(define-event (ReadReturn v))

;;> (Write v): asks to write a value into a register. Raises arity.
;;> Example: (eval '(event->list (Write 5)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Write 5)
(define-event (Write v))

;;> (WriteReturn): it is written. Raises arity.
;;> Example: (eval '(event->list (WriteReturn)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (WriteReturn)
(define-event (WriteReturn))

;;> (Propose v): proposes a value. Raises arity.
;;> Example: (eval '(event->list (Propose 5)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Propose 5)
(define-event (Propose v))

;;> (Decide v): the value is decided. Raises arity.
;;> Example: (eval '(event->list (Decide 5)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Decide 5)
(define-event (Decide v))

;;> (Operate id operation): asks a store for (GET key), (PUT key value) or (CAS
;;> key old new). The id is of this operation alone. Raises arity.
;;> Example: (eval '(event->list (Operate 1 '(GET k))) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Operate 1 (GET k))
(define-event (Operate id operation))

;;> (Result id value): what came of an operation: the value that the key had, #f
;;> if it had none. Raises arity.
;;> Example: (eval '(event->list (Result 1 5)) (environment '(scheme base) '(kompics) '(kompics cachin))) => (Result 1 5)
(define-event (Result id value))

;;> FairLossLinks: what is sent again and again arrives.
;;> Example: (eval '(port-type? FairLossLinks) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type FairLossLinks (request Send) (indication Deliver))

;;> StubbornLinks: what is sent arrives again and again.
;;> Example: (eval '(port-type? StubbornLinks) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type StubbornLinks (request Send) (indication Deliver))

;;> PerfectLinks: what is sent arrives once.
;;> Example: (eval '(port-type? PerfectLinks) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type PerfectLinks (request Send) (indication Deliver))

;;> BestEffortBroadcast: what a correct process broadcasts, all deliver.
;;> Example: (eval '(port-type? BestEffortBroadcast) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type BestEffortBroadcast (request Broadcast) (indication Deliver))

;;> ReliableBroadcast: what a correct process delivers, all deliver.
;;> Example: (eval '(port-type? ReliableBroadcast) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type ReliableBroadcast (request Broadcast) (indication Deliver))

;;> UniformBroadcast: what any process delivers, all correct ones deliver.
;;> Example: (eval '(port-type? UniformBroadcast) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type UniformBroadcast (request Broadcast) (indication Deliver))

;;> CausalBroadcast: no message is delivered before those it may depend on.
;;> Example: (eval '(port-type? CausalBroadcast) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type CausalBroadcast (request Broadcast) (indication Deliver))

;;> PerfectFailureDetector: tells of ends, and never of one that did not happen.
;;> Example: (eval '(port-type? PerfectFailureDetector) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type PerfectFailureDetector (request) (indication Crash))

;;> EventuallyPerfectFailureDetector: suspects, and is right at last.
;;> Example: (eval '(port-type? EventuallyPerfectFailureDetector) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type EventuallyPerfectFailureDetector
  (request) (indication Suspect Restore))

;;> LeaderElection: tells of leaders, with growing ballots, which can be asked
;;> to exceed one.
;;> Example: (eval '(port-type? LeaderElection) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type LeaderElection (request Exceed) (indication Trust))

;;> AtomicRegister: a register that all may read and write.
;;> Example: (eval '(port-type? AtomicRegister) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type AtomicRegister
  (request Read Write) (indication ReadReturn WriteReturn))

;;> Consensus: one value is decided.
;;> Example: (eval '(port-type? Consensus) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type Consensus (request Propose) (indication Decide))

;;> SequenceConsensus: a sequence of values is decided.
;;> Example: (eval '(port-type? SequenceConsensus) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type SequenceConsensus (request Propose) (indication Decide))

;;> KeyValueStore: a store of values by keys.
;;> Example: (eval '(port-type? KeyValueStore) (environment '(scheme base) '(kompics) '(kompics cachin))) => #t
(define-port-type KeyValueStore (request Operate) (indication Result))
