;;; More about ports: whole contents, what is there already, timeouts, owners.

(define-library (mound port)
  (import (mound syntax) (mound base) (mound resource))
  (export
    binary: copy-port give-port! port-name port-process port-timeout-set!
    read-all
    read-all-bytes read-bytevector-some read-data read-lines read-string-some)
  (include "port.scm"))
