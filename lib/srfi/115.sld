;;; Regular expressions, as S-expressions.

(define-library (srfi 115)
  (import (mound syntax) (mound base) (mound char-set) (mound sort))
  (export
    char-set->sre regexp regexp->sre regexp-extract regexp-fold
    regexp-match->list regexp-match-count regexp-match-submatch
    regexp-match-submatch-end regexp-match-submatch-start regexp-match?
    regexp-matches regexp-matches? regexp-partition regexp-replace
    regexp-replace-all regexp-search regexp-split regexp? rx valid-sre?)
  (include "115.scm" "115-sets.scm" "115-parse.scm" "115-compile.scm"
           "115-boundary.scm" "115-match.scm" "115-replace.scm"))
