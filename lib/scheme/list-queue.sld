;;; Queues as lists: R7RS-large, SRFI 117.

(define-library (scheme list-queue)
  (import (srfi 117))
  (export
    list-queue list-queue-add-back! list-queue-add-front!
    list-queue-append list-queue-append! list-queue-back
    list-queue-concatenate list-queue-copy list-queue-empty?
    list-queue-first-last list-queue-for-each list-queue-front
    list-queue-list list-queue-map list-queue-map! list-queue-remove-all!
    list-queue-remove-back! list-queue-remove-front! list-queue-set-list!
    list-queue-unfold list-queue-unfold-right list-queue? make-list-queue))
