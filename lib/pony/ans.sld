;;; The application name server of pony: where the master of an application is.

(define-library (pony ans)
  (import
    (mound syntax) (mound base) (scheme file) (termite process) (mound call)
    (pony condition))
  (export
    ans-applications ans-run ans-start ans-stop
    ;; for (pony net)
    %ans-at %ans-name? %bad-settings %name? %port-text? %setting %settings
    %settings-file)
  (include "settings.scm" "ans-name.scm" "ans.scm"))
