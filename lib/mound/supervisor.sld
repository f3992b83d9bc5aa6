;;; Supervisors of many children: processes that start others in order, start
;;; them again when they fail, and end them in reverse order.

(define-library (mound supervisor)
  (import
    (mound syntax) (mound base) (mound options) (termite process)
    (termite server) (only (mound call) %outcome-of %send-outcome))
  (export
    child? intensity: make-child period: restart: server-child shutdown:
    supervisor-child supervisor:add supervisor:child supervisor:children
    supervisor:remove supervisor:restart supervisor:run supervisor:start
    supervisor:start-link supervisor:stop supervisor:stop-child worker-child)
  (include "supervisor-child.scm" "supervisor.scm" "supervisor-restart.scm"))
