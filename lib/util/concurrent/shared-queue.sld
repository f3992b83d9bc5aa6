;;; Queues and priority queues that any number of processes share, on any node.

(define-library (util concurrent shared-queue)
  (import (mound syntax) (mound base) (termite process) (mound call))
  (export
    <shared-queue> make-shared-queue shared-queue->list shared-queue-clear!
    shared-queue-close! shared-queue-empty? shared-queue-find
    shared-queue-get! shared-queue-lock! shared-queue-locked?
    shared-queue-max-length shared-queue-overflows? shared-queue-pid
    shared-queue-pop! shared-queue-put! shared-queue-remove!
    shared-queue-remp! shared-queue-size shared-queue-unlock! shared-queue?
    <shared-priority-queue> make-shared-priority-queue
    shared-priority-queue->list shared-priority-queue-clear!
    shared-priority-queue-close! shared-priority-queue-empty?
    shared-priority-queue-get! shared-priority-queue-lock!
    shared-priority-queue-locked? shared-priority-queue-max-length
    shared-priority-queue-overflows? shared-priority-queue-pid
    shared-priority-queue-put! shared-priority-queue-remove!
    shared-priority-queue-size shared-priority-queue-unlock!
    shared-priority-queue?)
  (include "queue-store.scm" "queue-server.scm" "shared-queue.scm"
           "shared-priority-queue.scm"))
