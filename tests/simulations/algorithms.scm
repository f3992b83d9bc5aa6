;; The algorithms of the textbook, over many seeds, with killed nodes, lost
;; messages and parted networks; and each with an error, which is found.

(import (scheme base) (scheme cxr) (scheme eval) (scheme file) (scheme read)
        (scheme write) (scheme process-context)
        (kompics) (kompics lifecycle) (kompics network) (kompics timer)
        (kompics cachin) (kompics sim))

(define seeds
  (let ((text (get-environment-variable "SIMULATION_SEEDS")))
    (if text (string->number text) 3)))
(define (numbers from to)
  (if (> from to) '() (cons from (numbers (+ from 1) to))))
(define names '(a b c))
(define (address name) (make-address (symbol->string name) 1))
(define (name-of address) (string->symbol (address-host address)))
(define pi (map address names))
(define (rank-of name)
  (+ 1 (- (length names) (length (memq name names)))))

;;; Nodes: the layers below an algorithm, and one that uses it.

;; What an algorithm may use: `use` connects a component that provides a type.
(define-component (Node name type make)
  (requires (top type))
  (define self (address name))
  (children (net (create TcpNetwork self)) (timer (create SystemTimer))
            (fll (create NetworkLinks self)))
  (channels (connect Network net -> fll))
  (define (layer definition arguments below)
    (let ((component (apply create definition arguments)))
      (for-each (lambda (each) (connect (car each) (cdr each) -> component))
                below)
      component))
  (define algorithm
    (make layer self
          (list (cons FairLossLinks fll) (cons Timer timer))))
  (connect type algorithm -> top)
  (use type top))

;; How the root uses the port.
(define (use type top)
  (case (port-type-name type)
    ((BestEffortBroadcast ReliableBroadcast UniformBroadcast CausalBroadcast)
     (upon (loopback Broadcast m)
       (observe! 'broadcast m)
       (trigger (top Broadcast m)))
     (upon (top Deliver p m) (observe! 'deliver (name-of p) m)))
    ((PerfectLinks)
     (upon (loopback Send q m)
       (observe! 'send (name-of q) m)
       (trigger (top Send q m)))
     (upon (top Deliver p m) (observe! 'deliver (name-of p) m)))
    ((PerfectFailureDetector)
     (upon (top Crash p) (observe! 'suspect (name-of p))))
    ((EventuallyPerfectFailureDetector)
     (upon (top Suspect p) (observe! 'suspect (name-of p)))
     (upon (top Restore p) (observe! 'restore (name-of p))))
    ((LeaderElection)
     (upon (top Trust p b) (observe! 'trust (name-of p) b)))
    ((AtomicRegister)
     ;; One operation at a time.
     (let ((waiting '()) (current #f))
       (define (begin!)
         (if (and (not current) (pair? waiting))
             (let ((operation (car waiting)))
               (set! waiting (cdr waiting))
               (set! current (car operation))
               (observe! 'call (car operation) (cadr operation))
               (if (eq? (car (cadr operation)) 'read)
                   (trigger (top Read))
                   (trigger (top Write (cadr (cadr operation))))))))
       (define (end! result)
         (observe! 'return current result)
         (set! current #f)
         (begin!))
       (upon (loopback Operate id operation)
         (set! waiting (append waiting (list (list id operation))))
         (begin!))
       (upon (top ReadReturn v) (end! v))
       (upon (top WriteReturn) (end! 'ok))))
    ((Consensus SequenceConsensus)
     (upon (loopback Propose v)
       (observe! 'propose v)
       (trigger (top Propose v)))
     (upon (top Decide v) (observe! 'decide v)))
    ((KeyValueStore)
     (upon (loopback Operate id operation)
       (observe! 'call id operation)
       (trigger (top Operate id operation)))
     (upon (top Result id v) (observe! 'return id v)))))

;;; Stacks

(define delta 1/4)
(define (stack-of kind)
  (lambda (definition)
    (lambda (layer self below)
      (define (pl) (layer AcknowledgedLinks (list delta) below))
      (define (beb pl)
        (layer BasicBroadcast (list pi) (list (cons PerfectLinks pl))))
      ;; Links that keep no order: with order, relaying at once is causal.
      (define (unordered)
        (layer EliminateDuplicates '()
               (list (cons StubbornLinks
                           (layer RetransmitForever (list 1) below)))))
      (define (rb)
        (layer EagerReliableBroadcast (list self)
               (list (cons BestEffortBroadcast (beb (unordered))))))
      (define (ble) (layer GossipLeaderElection (list self pi delta) below))
      (define n (length pi))
      (case kind
        ((links) (layer definition (list delta) below))
        ((stubborn)
         (layer definition '()
                (list (cons StubbornLinks
                            (layer RetransmitForever (list delta) below)))))
        ((beb) (layer definition (list pi) (list (cons PerfectLinks (pl)))))
        ((rb) (layer definition (list self)
                     (list (cons BestEffortBroadcast (beb (pl))))))
        ((urb) (layer definition (list self n)
                      (list (cons BestEffortBroadcast (beb (pl))))))
        ((crb) (layer definition (list self)
                      (list (cons ReliableBroadcast (rb)))))
        ((detector) (layer definition (list pi delta) below))
        ((ble) (layer definition (list self pi delta) below))
        ((register)
         (let ((pl (pl)))
           (layer definition (list self n (rank-of (name-of self)))
                  (list (cons PerfectLinks pl)
                        (cons BestEffortBroadcast (beb pl))))))
        ((store)
         (let* ((pl (pl)) (ble (ble))
                (both (list (cons PerfectLinks pl) (cons LeaderElection ble)))
                (sc (layer SequencePaxos (list self pi) both)))
           (layer definition (list self delta)
                  (cons (cons SequenceConsensus sc)
                        (cons (assoc-timer below) both)))))
        ((paxos sequence)
         (layer definition (list self pi)
                (list (cons PerfectLinks (pl)) (cons LeaderElection (ble)))))
        (else (error "unknown stack" kind))))))
(define (assoc-timer below) (cadr below))

;;; Plans: what nodes are told, and what happens to them

(define (any . objects)
  (lambda (i) (list-ref objects (modulo i (length objects)))))
(define any-name (apply any names))
;; `make` gets a number that counts, and gives an event.
(define (work count seconds make)
  (arrival (uniform 0.0 seconds)
           (raise-operations count
                             (lambda (n i) (tell-node (any-name i) (make n i)))
                             (int-seq 1) (uniform 0 59))))
(define start
  (lambda (type make)
    (apply at 0 (map (lambda (name) (start-node name Node name type make))
                     names))))
(define (network . changes) (at 0 (apply change-network changes)))
(define lossy
  (network '(loss 1/10) '(duplicates 1/10) '(order any)
           '(latency (uniform 0.001 0.1))))
;; One of the nodes, at some time, or none.
(define one-killed
  (arrival (uniform 0.5 4.0)
           (raise-operations 1 (lambda (i) (kill-node (any-name i)))
                             (uniform 0 59))))
(define parted
  (arrival (uniform 0.5 1.5)
           (raise-operations
            2 (lambda (i)
                (change-network
                 (case (modulo i 4)
                   ((0) '(partition (a) (b c)))
                   ((1) '(partition (b) (a c)))
                   ((2) '(partition (c) (a b)))
                   (else '(heal)))))
            (uniform 0 59))))
;; From then on, all that is sent arrives soon.
(define healed
  (kept (at 6 (change-network '(heal) '(latency (uniform 0.001 0.05))))))

(define (scenario type make . plans)
  (apply in-parallel (kept (start type make)) (kept (at 20 (end-simulation)))
         plans))

;;; Checks of this program

(define (observed outcome kind)
  (let loop ((rest (outcome-history outcome)))
    (cond ((null? rest) '())
          ((eq? (list-ref (car rest) 2) kind)
           (cons (cons (cadr (car rest)) (cdddr (car rest)))
                 (loop (cdr rest))))
          (else (loop (cdr rest))))))
(define (killed outcome)
  (let loop ((rest (outcome-trace outcome)))
    (cond ((null? rest) '())
          ((eq? (cadar rest) 'kill)
           (cons (caddar rest) (loop (cdr rest))))
          (else (loop (cdr rest))))))
(define (correct outcome)
  (let ((killed (killed outcome)))
    (let loop ((rest names))
      (cond ((null? rest) '())
            ((memq (car rest) killed) (loop (cdr rest)))
            (else (cons (car rest) (loop (cdr rest))))))))
(define (every? test list)
  (or (null? list) (and (test (car list)) (every? test (cdr list)))))
(define (or-say ok? what) (if ok? #t what))

;; What is sent between correct nodes is delivered, once; nothing else is.
(define (check-links outcome)
  (let ((sent (observed outcome 'send)) (got (observed outcome 'deliver)))
    (define (times message) ; (to from m)
      (let loop ((rest got) (n 0))
        (cond ((null? rest) n)
              ((equal? (car rest) message) (loop (cdr rest) (+ n 1)))
              (else (loop (cdr rest) n)))))
    (define (delivery entry) (list (cadr entry) (car entry) (caddr entry)))
    (cond ((not (every? (lambda (entry)
                          (or (not (memq (car entry) (correct outcome)))
                              (not (memq (cadr entry) (correct outcome)))
                              (= 1 (times (delivery entry)))))
                        sent))
           (list 'delivered-once sent got))
          ((not (every? (lambda (message)
                          (and (<= (times message) 1)
                               (member message (map delivery sent))))
                        got))
           (list 'creation-or-duplication sent got))
          (else #t))))

;; Ballots of a node grow; no ballot has two leaders; in the end all correct
;; nodes trust the same one, which is correct.
(define (check-leaders outcome)
  (let ((trusts (observed outcome 'trust)) (correct (correct outcome)))
    (define (last-of name)
      (let loop ((rest trusts) (last #f))
        (cond ((null? rest) last)
              ((eq? (caar rest) name) (loop (cdr rest) (cdar rest)))
              (else (loop (cdr rest) last)))))
    (define (growing? name)
      (let loop ((rest trusts) (ballot 0))
        (cond ((null? rest) #t)
              ((not (eq? (caar rest) name)) (loop (cdr rest) ballot))
              ((> (caddar rest) ballot) (loop (cdr rest) (caddar rest)))
              (else #f))))
    (let ((lasts (map last-of correct)))
      (cond ((not (every? growing? names)) (list 'ballots-grow trusts))
            ((not (every? (lambda (a)
                            (every? (lambda (b)
                                      (or (not (= (caddr a) (caddr b)))
                                          (eq? (cadr a) (cadr b))))
                                    trusts))
                          trusts))
             (list 'one-leader-a-ballot trusts))
            ((not (every? (lambda (last) (equal? last (car lasts))) lasts))
             (list 'agreement lasts))
            ((not (and (car lasts) (memq (car (car lasts)) correct)))
             (list 'a-correct-leader lasts))
            (else #t)))))

;; The sequences that nodes decide; for consensus, of one value.
(define (decisions outcome name)
  (let loop ((rest (observed outcome 'decide)))
    (cond ((null? rest) '())
          ((eq? (caar rest) name) (cons (cadar rest) (loop (cdr rest))))
          (else (loop (cdr rest))))))
(define (beginning? a b)
  (or (null? a)
      (and (pair? b) (equal? (car a) (car b)) (beginning? (cdr a) (cdr b)))))
(define (check-consensus outcome)
  (let ((all (map (lambda (name) (decisions outcome name)) names))
        (proposed (map cadr (observed outcome 'propose))))
    (cond ((not (every? (lambda (a)
                          (every? (lambda (b)
                                    (or (beginning? a b) (beginning? b a)))
                                  all))
                        all))
           (list 'agreement all))
          ((not (every? (lambda (a) (every? (lambda (v) (member v proposed)) a))
                        all))
           (list 'validity all))
          (else #t))))
(define (check-integrity outcome)
  (let loop ((rest names))
    (cond ((null? rest) #t)
          ((> (length (decisions outcome (car rest))) 1)
           (list 'integrity (car rest)))
          (else (loop (cdr rest))))))
(define (check-termination outcome)
  (or-say (every? (lambda (name) (pair? (decisions outcome name)))
                  (correct outcome))
          'termination))
;; Operations of nodes that live on return.
(define (check-returns outcome)
  (let ((returned (map cadr (observed outcome 'return))))
    (or-say (every? (lambda (call)
                      (or (not (memq (car call) (correct outcome)))
                          (member (cadr call) returned)))
                    (observed outcome 'call))
            'an-operation-did-not-return)))
(define (register state o)
  (if (eq? (car o) 'read) (list state state) (list (cadr o) 'ok)))
(define (store state o)
  (let* ((found (assoc (cadr o) state)) (old (if found (cadr found) #f)))
    (define (with value)
      (cons (list (cadr o) value)
            (let loop ((rest state))
              (cond ((null? rest) '())
                    ((equal? (caar rest) (cadr o)) (cdr rest))
                    (else (cons (car rest) (loop (cdr rest))))))))
    (case (car o)
      ((GET) (list state old))
      ((PUT) (list (with (caddr o)) old))
      (else (list (if (equal? old (caddr o)) (with (cadddr o)) state) old)))))

;;; The algorithms

;; Name, the kind of its stack, the type, the plans and the check.
(define (broadcasts n) (work n 0.5 (lambda (n i) (Broadcast n))))
(define (operation n i)
  (Operate n (if (even? (quotient i 4)) '(read) (list 'write n))))
(define (store-operation n i)
  (Operate n (case (modulo (quotient i 3) 4)
               ((0 1) '(GET x))
               ((2) (list 'PUT 'x n))
               (else (list 'CAS 'x (- n 1) n)))))
(define table
  (list
   (list 'AcknowledgedLinks 'links PerfectLinks AcknowledgedLinks
         (list lossy one-killed parted healed
               (work 12 0.5 (lambda (n i)
                              (Send (list-ref pi (modulo (quotient i 3) 3))
                                    n))))
         check-links)
   (list 'EliminateDuplicates 'stubborn PerfectLinks EliminateDuplicates
         (list lossy one-killed parted healed
               (work 6 0.5 (lambda (n i)
                             (Send (list-ref pi (modulo (quotient i 3) 3))
                                   n))))
         check-links)
   (list 'BasicBroadcast 'beb BestEffortBroadcast BasicBroadcast
         (list lossy one-killed parted healed (broadcasts 8))
         (check-broadcast 'best-effort))
   (list 'EagerReliableBroadcast 'rb ReliableBroadcast EagerReliableBroadcast
         (list lossy one-killed parted healed (broadcasts 8))
         (check-broadcast 'reliable))
   (list 'MajorityAckUniformBroadcast 'urb UniformBroadcast
         MajorityAckUniformBroadcast
         (list lossy one-killed parted healed (broadcasts 8))
         (check-broadcast 'uniform))
   (list 'NoWaitingCausalBroadcast 'crb CausalBroadcast
         NoWaitingCausalBroadcast
         (list lossy one-killed parted healed (broadcasts 6))
         (check-broadcast 'causal))
   (list 'ExcludeOnTimeout 'detector PerfectFailureDetector ExcludeOnTimeout
         (list one-killed (network '(latency (uniform 0.001 0.1))))
         (check-failure-detector 'perfect))
   (list 'IncreasingTimeout 'detector EventuallyPerfectFailureDetector
         IncreasingTimeout
         (list one-killed parted healed
               (network '(latency (uniform 0.001 0.4))))
         (check-failure-detector 'eventual))
   (list 'GossipLeaderElection 'ble LeaderElection GossipLeaderElection
         (list one-killed parted healed
               (network '(latency (uniform 0.001 0.2))))
         check-leaders)
   (list 'ReadImposeWriteMajority 'register AtomicRegister
         ReadImposeWriteMajority
         (list lossy one-killed parted healed (work 12 0.5 operation))
         (check-all (check-linearizable #f register) check-returns))
   (list 'Paxos 'paxos Consensus Paxos
         (list lossy one-killed parted healed
               (at 0.1 (tell-node 'a (Propose 1)) (tell-node 'b (Propose 2))
                   (tell-node 'c (Propose 3))))
         (check-all check-consensus check-integrity check-termination))
   (list 'SequencePaxos 'sequence SequenceConsensus SequencePaxos
         (list lossy one-killed parted healed
               (work 20 0.5 (lambda (n i) (Propose n))))
         check-consensus)
   (list 'ReplicatedStore 'store KeyValueStore ReplicatedStore
         (list lossy one-killed parted healed (work 16 0.5 store-operation))
         (check-all (check-linearizable '() store) check-returns))))

(define shortening 40)
(define (searched row definition from to)
  (let ((kind (list-ref row 1)) (type (list-ref row 2)))
    (find-failure (apply scenario type ((stack-of kind) definition)
                         (list-ref row 4))
                  (list-ref row 5) from to 20 shortening)))
(for-each
 (lambda (row)
   (write (car row))
   (let ((failure (searched row (list-ref row 3) 1 seeds)))
     (if failure
         (begin
           (newline)
           (display-failure failure))
         (write-string ": no failure\n"))))
 table)

;;; Errors. The text of an algorithm is read, a part of it is changed, and the
;;; component that this gives has to fail.

(define (forms-of file)
  (call-with-input-file (string-append "lib/kompics/cachin-" file ".scm")
    (lambda (port)
      (let loop ((form (read port)))
        (if (eof-object? form) '() (cons form (loop (read port))))))))
(define changed 0)
(define (changed-form form old new)
  (cond ((equal? form old)
         (set! changed (+ changed 1))
         new)
        ((pair? form)
         (cons (changed-form (car form) old new)
               (changed-form (cdr form) old new)))
        (else form)))
(define (definition-of name file)
  (let loop ((rest (forms-of file)))
    (if (equal? (car (cadar rest)) name) (car rest) (loop (cdr rest)))))
(define (mutant name file old new)
  (set! changed 0)
  (let ((form (changed-form (definition-of name file) old new)))
    (if (= changed 0) (error "no such part" name old))
    (eval (cons 'begin (append (forms-of "helpers") (list form name)))
          (environment '(scheme base) '(scheme cxr) '(kompics)
                       '(kompics lifecycle) '(kompics timer)
                       '(kompics network)
                       (list 'except '(kompics cachin) name)))))

(define errors
  '((AcknowledgedLinks "links" (reverse pending) '()) ; sends once
    (EliminateDuplicates "links" (not (member (list p n) delivered)) #t)
    (BasicBroadcast "broadcast" pi (cdr pi))
    ;; A missing relay.
    (EagerReliableBroadcast "broadcast"
     (trigger (beb Broadcast (list 'DATA s m))) #t)
    ;; A quorum of one less.
    (MajorityAckUniformBroadcast "broadcast"
     (length (acks-of message)) (+ 1 (length (acks-of message))))
    ;; A forgotten past.
    (NoWaitingCausalBroadcast "broadcast"
     (list 'DATA past m) (list 'DATA '() m))
    (ExcludeOnTimeout "detectors" (:= alive '()) #t)
    (IncreasingTimeout "detectors" (trigger (ep Restore q)) #t)
    ;; Ballots that two may have.
    (GossipLeaderElection "detectors" (+ n rank) n)
    ;; A quorum of one less.
    (ReadImposeWriteMajority "register"
     (majority? acks n) (majority? (+ acks 1) n))
    ;; A forgotten ballot.
    (Paxos "consensus"
     (if (pair? (cadr highest)) (:= proposal (cadr highest))) #t)
    (SequencePaxos "consensus" (majority? (at-least count accepted) n) #t)
    ;; Done twice.
    (ReplicatedStore "consensus" (cons number (cddr old)) (cddr old))))
(define tries 60)
(for-each
 (lambda (entry)
   (let* ((row (assq (car entry) table))
          (failure (searched row (apply mutant entry) 1 tries)))
     (write (car entry))
     (write-string
      (if failure " with an error: found\n" " with an error: not found\n"))))
 errors)
