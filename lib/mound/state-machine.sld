;;; State machines: a process that is in one of several states, and whose answer
;;; to an event depends on it.

(define-library (mound state-machine)
  (import
    (mound syntax) (mound base) (mound options) (termite process)
    (termite server) (only (mound call) %send-outcome))
  (export
    enter: make-state-machine state-machine:call state-machine:cast
    state-machine:reply state-machine:start state-machine:start-link
    state-machine:stop state-machine?)
  (include "state-machine.scm"))
