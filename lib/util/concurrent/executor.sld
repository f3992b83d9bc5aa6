;;; Executors: what decides where and when futures are computed.

(define-library (util concurrent executor)
  (import
    (mound syntax)
    (except (mound base) condition?)
    (termite process) (mound call)
    (except (srfi 99) define-record-type)
    (only (srfi 35) &error &message condition-has-type? condition-ref
          condition? make-compound-condition make-condition
          make-condition-type)
    (util concurrent future) (util concurrent thread-pool))
  (export
    &duplicate-executor-registration &rejected-execution-error <executor>
    <executor-future> <fork-join-executor> <thread-pool-executor>
    abort-rejected-handler duplicate-executor-registration?
    duplicate-executor-rtd execute-future! executor-available?
    executor-future? executor-state executor-submit! executor?
    fork-join-executor-available? fork-join-executor-execute-future!
    fork-join-executor-shutdown! fork-join-executor? make-executor-future
    make-fork-join-executor make-thread-pool-executor push-future-handler
    register-executor-methods rejected-execution-error? rejected-executor
    rejected-future shutdown-executor! terminate-oldest-handler
    thread-pool-executor-available? thread-pool-executor-execute-future!
    thread-pool-executor-max-pool-size thread-pool-executor-pool-size
    thread-pool-executor-shutdown! thread-pool-executor?
    wait-finishing-handler
    ;; for (util concurrent parallel)
    %give-to)
  (include "executor.scm" "executor-kinds.scm"))
