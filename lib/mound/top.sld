;;; What the processes of a node do, as tables.

(define-library (mound top)
  (import (mound syntax) (mound base) (mound resource) (mound sort)
          (termite process))
  (export
    node-info node-peers node-sample peer-lines print-process print-servers
    process-stack server-statuses top-command top-text
    ;; for other libraries of Mound
    %age-of %age-text %oldest-in %row-status-text)
  (include "top.scm"))
