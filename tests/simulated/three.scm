;; A program of three nodes, where messages take their time, more on some ways than on others.
;; Arguments: the program of the first, which is told the addresses of two that do nothing themselves,
;; and the mean of that time in seconds, if it is not a fiftieth.
(import (scheme base) (scheme process-context) (mound clock) (mound simulate)
        (only (kompics sim) exponential))

(define arguments (cdr (command-line)))
(define mean (if (pair? (cdr arguments)) (string->number (cadr arguments)) 0.02))
(define idle "tests/simulated/idle.scm")
(define one (simulate-node 'one idle))
(define two (simulate-node 'two idle))
(change-network! (list 'latency (exponential mean)))
(sleep 1)
(simulate-run 'master (car arguments) one two)
(exit (wait-for-node 'master))
