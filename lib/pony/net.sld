;;; Nodes of a pony application, and ends that are found by name.

(define-library (pony net)
  (import
    (mound syntax) (mound base) (mound receive) (termite process) (mound call)
    (pony condition) (pony protocol) (pony channel) (pony ans))
  (export
    net-handle? pony-alloc-client pony-alloc-server pony-alloc-shared-client
    pony-alloc-shared-server pony-own-node-id pony-shutdown! pony-startup
    ;; for (pony error) and (pony message)
    %handle-kernel %handle-master %kernel-call %require-handle)
  (include "kernel.scm" "node-name.scm" "net.scm"))
