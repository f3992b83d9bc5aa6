;; A program of three nodes, where messages take their time, more on some ways than on others.
;; Argument: the program of the first, which is told the addresses of two that do nothing themselves.
(import (scheme base) (scheme process-context) (mound clock) (mound simulate)
        (only (kompics sim) exponential))

(define idle "tests/simulated/idle.scm")
(define one (simulate-node 'one idle))
(define two (simulate-node 'two idle))
(change-network! (list 'latency (exponential 0.02)))
(sleep 1)
(simulate-run 'master (cadr (command-line)) one two)
(exit (wait-for-node 'master))
