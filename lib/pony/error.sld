;;; What has gone wrong in an application, and with which node an end talks.

(define-library (pony error)
  (import
    (mound syntax) (mound base) (termite process) (pony condition)
    (pony protocol) (pony channel) (pony net))
  (export
    pony-current-remote-node pony-delete-error-point! pony-error-ans?
    pony-error-code pony-error-master? pony-error-point pony-error-record-code
    pony-error-record? pony-error-remote-node pony-error? pony-errors-after
    pony-nct-id)
  (include "error.scm"))
