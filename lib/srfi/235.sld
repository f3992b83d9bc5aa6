;;; Procedures that make procedures of procedures.

(define-library (srfi 235)
  (import (mound syntax) (mound base)
          (only (srfi 1) drop drop-right take take-right))
  (export
    all-of always and-procedure any-of apply-chain arguments-drop
    arguments-drop-right arguments-take arguments-take-right begin-procedure
    boolean case-procedure complement conjoin constantly disjoin each-of
    eager-and-procedure eager-or-procedure flip funcall-procedure group-by
    if-procedure lazy-and-procedure lazy-or-procedure left-section
    loop-procedure never on on-left on-right or-procedure right-section swap
    unless-procedure until-procedure value-procedure when-procedure
    while-procedure)
  (include "235.scm" "235-syntax.scm"))
