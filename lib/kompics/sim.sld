;;; Simulation: components of many nodes in one process, under a clock of its
;;; own, with a modelled network, as a function of a seed.

(define-library (kompics sim)
  (import
    (mound syntax) (mound base) (mound match) (mound receive)
    (termite process) (kompics core)
    (only (kompics network) address-host address-port))
  (export
    ;; distributions
    constant exponential int-seq normal uniform
    ;; commands
    change-network end-simulation kill-node start-node tell-node
    ;; plans
    after-start and-then arrival at in-parallel kept raise-operations
    terminate-after
    ;; running
    outcome-faults outcome-history outcome-seed outcome-steps outcome-time
    make-outcome outcome-trace outcome? run-scenario simulation-result
    ;; searching
    display-failure failure-commands failure-outcome failure-reason
    failure-seed failure? find-failure mermaid-diagram sequence-diagram
    ;; checking
    check-all check-broadcast check-failure-detector check-linearizable
    linearizable? operations-of)
  (include "sim-random.scm" "sim-plan.scm" "sim-world.scm" "sim-run.scm"
           "sim-failure.scm" "sim-check.scm"))
