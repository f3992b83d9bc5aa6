;;; Nodes in a simulation: scenarios for `mound simulate`.

(define-library (mound simulate)
  (import
    (mound syntax) (mound base) (mound match) (mound receive) (mound resource)
    (only (mound file) read-file-data)
    (only (kompics sim) make-outcome))
  (export
    break-link! change-network! crash-node! cut-link! heal-link! isolate-node!
    note! optional-step recorded-outcome rejoin-node! restart-node! set-clock!
    set-latency! simulate-node simulate-run simulated-node simulation-outcome
    standing-of-node wait-for-node)
  (include "simulate.scm"))
