;; A program of two nodes that reads a large item beside small ones, where each
;; way takes a millisecond.
(import (scheme base) (scheme process-context) (mound clock) (mound simulate)
        (only (kompics sim) constant))

(define one (simulate-node 'one "tests/simulated/idle.scm"))
(change-network! (list 'latency (constant 0.001)))
(sleep 1)
(simulate-run 'master "tests/simulated/pony-large.scm" one)
(exit (wait-for-node 'master))
