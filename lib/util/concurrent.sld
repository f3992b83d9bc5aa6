;;; Shared queues, thread pools, futures and executors, as in the paper of Kato
;;; of 2016, on processes that share no memory and may be on many nodes.

(define-library (util concurrent)
  (import
    (util concurrent shared-queue) (util concurrent thread-pool)
    (util concurrent future) (util concurrent executor)
    (util concurrent parallel))
  (export
    &duplicate-executor-registration &future-terminated
    &rejected-execution-error <executor-future> <executor> <fork-join-executor>
    <future> <shared-priority-queue> <shared-queue> <simple-future>
    <thread-pool-executor> <thread-pool> abort-rejected-handler class
    duplicate-executor-registration? duplicate-executor-rtd execute-future!
    executor-available? executor-future? executor-state executor-submit!
    executor? fork-join-executor-available? fork-join-executor-execute-future!
    fork-join-executor-shutdown! fork-join-executor? future future-all
    future-any future-cancel future-cancel-after future-cancelled?
    future-close! future-done? future-flatmap future-get future-guard
    future-map future-pid future-race future-state future-terminated? future?
    make-executor-future make-fork-join-executor make-shared-priority-queue
    make-shared-queue make-simple-future make-thread-pool
    make-thread-pool-executor make-thread-pool/nodes pfor-each pmap preduce
    push-future-handler register-executor-methods rejected-execution-error?
    rejected-executor rejected-future share shared-priority-queue->list
    shared-priority-queue-clear! shared-priority-queue-close!
    shared-priority-queue-empty? shared-priority-queue-get!
    shared-priority-queue-lock! shared-priority-queue-locked?
    shared-priority-queue-max-length shared-priority-queue-overflows?
    shared-priority-queue-pid shared-priority-queue-put!
    shared-priority-queue-remove! shared-priority-queue-size
    shared-priority-queue-unlock! shared-priority-queue? shared-queue->list
    shared-queue-clear! shared-queue-close! shared-queue-empty?
    shared-queue-find shared-queue-get! shared-queue-lock! shared-queue-locked?
    shared-queue-max-length shared-queue-overflows? shared-queue-pid
    shared-queue-pop! shared-queue-put! shared-queue-remove! shared-queue-remp!
    shared-queue-size shared-queue-unlock! shared-queue? shared-value
    shared-value? unshare shutdown-executor! simple-future?
    terminate-oldest-handler terminated-future thread-pool-current-thread-id
    thread-pool-executor-available? thread-pool-executor-execute-future!
    thread-pool-executor-max-pool-size thread-pool-executor-pool-size
    thread-pool-executor-shutdown! thread-pool-executor?
    thread-pool-idling-count thread-pool-idling? thread-pool-pid
    thread-pool-push-task! thread-pool-release! thread-pool-size
    thread-pool-thread thread-pool-thread-id thread-pool-thread-task-running?
    thread-pool-thread-terminate! thread-pool-wait-all! thread-pool?
    wait-finishing-handler))
