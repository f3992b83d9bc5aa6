;;; Pattern matching as in the Termite paper, 4.3 and 5.2.

(define-library (mound match)
  (import
    (mound syntax) (mound base)
    (rename (only (mound mailbox) ?) (? receive-any)))
  (export match %match-body %match-clauses)
  (include "match.scm"))
