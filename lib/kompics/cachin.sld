;;; The algorithms of the textbook of Cachin, Guerraoui and Rodrigues, 2011,
;;; each a component. Processes of the textbook are addresses here, and `pi`
;;; is a list of all of them.

(define-library (kompics cachin)
  (import
    (mound syntax) (mound base) (mound match) (kompics core)
    (kompics timer) (kompics network))
  (export
    ;; events
    Broadcast Crash Decide Deliver Exceed Operate Propose Read ReadReturn
    Restore Result Send Suspect Trust Write WriteReturn
    ;; port types
    AtomicRegister BestEffortBroadcast CausalBroadcast Consensus
    EventuallyPerfectFailureDetector FairLossLinks KeyValueStore
    LeaderElection PerfectFailureDetector PerfectLinks ReliableBroadcast
    SequenceConsensus StubbornLinks UniformBroadcast
    ;; components
    AcknowledgedLinks BasicBroadcast EagerReliableBroadcast EliminateDuplicates
    ExcludeOnTimeout GossipLeaderElection IncreasingTimeout
    MajorityAckUniformBroadcast NetworkLinks NoWaitingCausalBroadcast Paxos
    ReadImposeWriteMajority ReplicatedStore RetransmitForever
    SequencePaxos)
  (include "cachin-ports.scm" "cachin-helpers.scm" "cachin-links.scm"
           "cachin-detectors.scm" "cachin-broadcast.scm"
           "cachin-register.scm" "cachin-consensus.scm"))
