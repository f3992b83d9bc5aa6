;; A scenario: one of the programs in `tests/nodes`, with the node that it needs.
(import (scheme base) (scheme process-context) (mound clock) (mound simulate))

(define program (cadr (command-line)))
(define there (simulate-node 'server (list-ref (command-line) 2)))
(sleep 1)
(simulate-run 'driver program there)
(exit (wait-for-node 'driver))
