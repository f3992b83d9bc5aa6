;;; Processes, messages, links and nodes as in the Termite paper, to stand
;;; beside (scheme base).

(define-library (termite process)
  (import
    (mound syntax) (mound base) (mound match) (mound receive) (mound time))
  (export
    ;; messages
    ! !? ? ?? make-tag match recv tag?
    ;; processes
    alive? default-limits default-limits-set! halt! limits: links: name: pid?
    priority: process-info process-limits process-limits-set! process-list
    process-name process-priority-set! self shutdown! spawn spawn-link
    spawn-linked-to terminate! timeout: wait-for
    ;; failure
    catch demonitor full-link inbound-link make-termite-exception monitor
    outbound-link termite-exception-object termite-exception-origin
    termite-exception-reason termite-exception? unlink with-exception-catcher
    ;; nodes
    connect-node current-node demonitor-node disconnect-node make-node migrate
    migrate-task migrate/proxy monitor-node monitor-undelivered node-host
    node-init node-port node1 node2 node? nodes on pid-node ping publish-service
    remote-service remote-spawn remote-spawn-link resolve-service
    unpublish-service
    ;; ports
    spawn-input-port spawn-output-port
    ;; time
    current-time seconds->time time->seconds time?
    ;; for the other libraries of Termite
    %answer? %deadline %down? %forsake %raise-down %raise-timeout
    %monitor-any %require-other %sent-by?)
  (include "process.scm" "links.scm" "request.scm" "node.scm"
           "connection.scm" "port.scm"))
