;;; The other node of the programs for two nodes: it listens and waits until the
;;; runner ends it.

(import (scheme base) (scheme write) (scheme process-context)
        (only (termite process) ? node-init))

(node-init (get-environment-variable "BENCH_SECOND"))
(display "phase ready")
(newline)
(flush-output-port)
(?)
