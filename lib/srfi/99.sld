;;; Records with inheritance, made by forms or by procedures, and looked into.

(define-library (srfi 99)
  (import
    (rename (mound syntax) (define-record-type %define-record-type))
    (mound base)
    (only (mound macro) er-macro-transformer identifier-append identifier?)
    (only (termite process) make-tag))
  (export
    define-record-type make-rtd record-rtd record? rtd-accessor
    rtd-all-field-names rtd-constructor rtd-field-mutable? rtd-field-names
    rtd-mutator rtd-name rtd-parent rtd-predicate rtd?
    ;; for the libraries of Mound
    %rtd-tag)
  (include "99.scm" "99-syntax.scm"))
