;; A store with three replicas, each an operating system process with a TCP
;; connection to the others. One is killed; the others go on.
;;
;;   mound run examples/store.scm
;;
;; A replica that is started by hand prints the port where it listens, at
;; 127.0.0.1 or the host that is given, reads a list of the ports of all three,
;; or of lists of host and port, and then operations:
;;
;;   mound run examples/store.scm replica [HOST]

(import (scheme base) (scheme cxr) (scheme process-context) (scheme read)
        (scheme write) (termite process) (mound subprocess)
        (kompics) (kompics network) (kompics timer)
        (kompics cachin))

;;; A replica

(define-event (Join ports))
(define-event (Ask id operation))
(define delta 0.1)
(define loopback-host "127.0.0.1")
(define (address entry)
  (if (pair? entry)
      (make-address (car entry) (cadr entry))
      (make-address loopback-host entry)))

;; Tells its port to the process `main`, and makes its layers when it knows all
;; ports.
(define-component (Replica main host)
  (requires (status NetworkControl) (kv KeyValueStore))
  (children (net (create TcpNetwork (make-address host 0)))
            (timer (create SystemTimer)))
  (channels (connect NetworkControl net -> status))
  (state (self #f))
  (upon (status ListeningStatus own)
    (:= self own)
    (! main (list 'port (address-port own))))
  (upon (loopback Join ports)
    (let* ((pi (map address ports))
           (fll (create NetworkLinks self))
           (pl (create AcknowledgedLinks delta))
           (ble (create GossipLeaderElection self pi delta))
           (sc (create SequencePaxos self pi))
           (store (create ReplicatedStore self delta)))
      (connect Network net -> fll)
      (connect FairLossLinks fll -> pl)
      (connect FairLossLinks fll -> ble)
      (connect PerfectLinks pl -> sc)
      (connect LeaderElection ble -> sc)
      (connect PerfectLinks pl -> store)
      (connect LeaderElection ble -> store)
      (connect SequenceConsensus sc -> store)
      (for-each (lambda (each) (connect Timer timer -> each))
                (list pl ble store))
      (connect KeyValueStore store -> kv)
      (for-each start (list fll pl ble sc store))))
  (upon (loopback Ask id operation) (trigger (kv Operate id operation)))
  (upon (kv Result id value) (! main (list 'result id value))))

(define (say object)
  (write object)
  (newline)
  (flush-output-port))

(define (run-replica host)
  (let* ((root (system-root (kompics-start Replica (self) host)))
         (port (recv (('port port) port))))
    (say port)
    (tell-component root (Join (read)))
    (let loop ((number 1))
      (let ((operation (read)))
        (if (not (eof-object? operation))
            (let ((id (list host port number)))
              (tell-component root (Ask id operation))
              (recv (('result ,id value) (say value)))
              (loop (+ number 1))))))))

;;; The program that starts them

(define (start-replica)
  (start-program "/proc/self/exe"
                 (list "run" (car (command-line)) "replica")
                 input: 'pipe output: 'pipe))

(define (tell replica object)
  (write object (program-input replica))
  (newline (program-input replica))
  (flush-output-port (program-input replica)))

(define (ask replica operation)
  (tell replica operation)
  (write operation)
  (display " => ")
  (write (read (program-output replica)))
  (newline))

(define (run-all)
  (let* ((replicas (list (start-replica) (start-replica) (start-replica)))
         (ports (map (lambda (each) (read (program-output each))) replicas))
         (a (car replicas))
         (b (cadr replicas))
         (c (caddr replicas)))
    (for-each (lambda (each) (tell each ports)) replicas)
    (ask a '(PUT colour red))
    (ask b '(GET colour))
    (ask c '(CAS colour red blue))
    (ask a '(CAS colour red green))
    (kill-program a)
    (display "one replica is killed")
    (newline)
    (ask b '(GET colour))
    (ask c '(PUT colour white))
    (ask b '(GET colour))
    (for-each kill-program (list b c))))

(let ((words (cdr (command-line))))
  (cond ((null? words) (run-all))
        ((null? (cdr words)) (run-replica loopback-host))
        (else (run-replica (cadr words)))))
