;;; Applications: what a node runs, started by name and ended in order.

(define-library (mound application)
  (import
    (mound syntax) (mound base) (termite process) (termite server))
  (export
    application:pid application:start application:stop application:stop-all
    applications)
  (include "application.scm"))
