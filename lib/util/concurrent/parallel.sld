;;; Work on lists and vectors by many processes, and values that are sent to a
;;; node once.

(define-library (util concurrent parallel)
  (import
    (mound syntax) (mound base) (termite process) (mound call)
    (util concurrent future) (util concurrent thread-pool)
    (util concurrent executor))
  (export
    pfor-each pmap preduce share shared-value shared-value? unshare)
  (include "parallel.scm" "shared-value.scm"))
