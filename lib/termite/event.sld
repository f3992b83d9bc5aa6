;;; Event managers: a process that tells each event to all of its handlers, each
;;; of which keeps a state.

(define-library (termite event)
  (import (mound syntax) (mound base) (termite process) (termite server))
  (export
    event-handler? event-manager:add-handler event-manager:call
    event-manager:notify event-manager:start event-manager:start-link
    event-manager:stop make-event-handler make-simple-event-handler)
  (include "event.scm"))
