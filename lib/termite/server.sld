;;; Generic servers: a process that keeps a state and answers calls, made from
;;; the procedures of a plugin.
;;;
;;; Names that begin with % are for the other libraries of Termite.

(define-library (termite server)
  (import (mound syntax) (mound base) (termite process) (mound call))
  (export
    ;; after the paper
    generic-server-call generic-server-cast generic-server-start
    generic-server-start-link generic-server-stop make-generic-server-plugin
    ;; after the implementation
    make-server-plugin make-simple-server-plugin server-plugin? server:call
    server:cast server:start server:start-link server:stop
    ;; for other behaviours
    %launch %run-server)
  (include "server.scm"))
