;;; The application name server of pony: where the master of an application is.

(define-library (pony ans)
  (import
    (mound syntax) (mound base) (scheme file) (termite process) (mound call)
    (pony condition))
  (export
    ans-applications ans-start ans-stop
    ;; for (pony net)
    %ans-at %ans-name? %name?)
  (include "ans.scm" "ans-name.scm"))
