;;; A supervisor: a process that starts a worker again when it fails, and passes
;;; on to it what it is sent.

(define-library (termite supervisor)
  (import (mound syntax) (mound base) (termite process) (termite server)
          (termite log))
  (export
    init-hook: server-start-supervised shutdown-delay: spawn-supervised
    spawn-thunk-supervised threshold: window:)
  (include "supervisor.scm"))
