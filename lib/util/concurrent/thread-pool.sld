;;; Pools of processes that do tasks one after another.

(define-library (util concurrent thread-pool)
  (import
    (mound syntax) (mound base) (termite process) (mound call)
    (only (termite server) %launch))
  (export
    <thread-pool> make-thread-pool make-thread-pool/nodes
    thread-pool-current-thread-id thread-pool-idling-count
    thread-pool-idling? thread-pool-pid thread-pool-push-task!
    thread-pool-release! thread-pool-size thread-pool-thread
    thread-pool-thread-id thread-pool-thread-task-running?
    thread-pool-thread-terminate! thread-pool-wait-all! thread-pool?)
  (include "pool-worker.scm" "pool-server.scm" "thread-pool.scm"))
