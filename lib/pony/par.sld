;;; Processes side by side, to which ends are given.

(define-library (pony par)
  (import
    (mound syntax) (mound base) (mound receive) (termite process)
    (pony condition) (pony protocol) (pony channel))
  (export fork forking par)
  (include "par.scm"))
