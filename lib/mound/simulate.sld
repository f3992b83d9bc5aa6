;;; Nodes in a simulation: scenarios for `mound simulate`.

(define-library (mound simulate)
  (import
    (mound syntax) (mound base) (mound receive) (mound resource)
    (only (kompics sim) make-outcome))
  (export
    break-link! crash-node! cut-link! heal-link! isolate-node! note!
    rejoin-node! set-latency! simulate-node simulate-run simulated-node
    simulation-outcome standing-of-node wait-for-node)
  (include "simulate.scm"))
