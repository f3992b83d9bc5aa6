;;; Calls that may wait long, and servers that answer them later: what queues,
;;; futures, pools, threads and locks are made of.

(define-library (mound call)
  (import (mound syntax) (mound base) (mound receive) (termite process))
  (export
    ;; the caller
    call server-status
    ;; the server
    answer-with caller-data caller-pid caller? exits: first-waiter
    lease-holder lease: make-lease make-wait-list next-waiter! other:
    raise-at released: reply serve status: wait! wait-list->list
    wait-list-empty? wait-list-length
    ;; for other libraries of Mound
    %awaited-answer %call-at %call/drop %confirm! %lost-offer! %offer!
    %outcome-of %raise-outcome-at %send-outcome %value)
  (include "call.scm" "call-waiters.scm" "call-serve.scm"))
