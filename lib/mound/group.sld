;;; Groups of processes under a name, to send to all of them.

(define-library (mound group)
  (import
    (mound syntax) (mound base) (termite process) (termite server))
  (export group-join! group-leave! group-members group-send groups)
  (include "group.scm"))
