;;; Connections by TCP, and servers for them.

(define-library (mound tcp)
  (import (mound syntax) (mound base) (mound port) (mound resource)
          (termite process))
  (export
    binary: close-connection close-listener connection-address
    connection-input connection-output connection-peer connection-secure?
    connection-timeout-set! connection? give-connection! listener-address
    listener-port listener-process listener-secure? listener? tcp-accept
    tcp-connect tcp-listen
    tcp-serve with-connection
    ;; for other libraries of Mound
    %connection %listen %make-listener %next-connection %require-port-number)
  (include "tcp.scm"))
