;;; Conditions with types.

(define-library (srfi 35)
  (import
    (mound syntax) (except (mound base) condition?)
    (rename (only (mound base) condition?) (condition? %condition?)))
  (export
    &condition &error &message &serious condition condition-has-type?
    condition-message condition-ref condition-type? condition?
    define-condition-type error? extract-condition make-compound-condition
    make-condition make-condition-type message-condition?
    serious-condition?)
  (include "35.scm" "35-types.scm"))
