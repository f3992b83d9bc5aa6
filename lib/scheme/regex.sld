;;; Regular expressions: R7RS-large, SRFI 115.

(define-library (scheme regex)
  (import (srfi 115))
  (export
    char-set->sre regexp regexp->sre regexp-extract regexp-fold
    regexp-match->list regexp-match-count regexp-match-submatch
    regexp-match-submatch-end regexp-match-submatch-start regexp-match?
    regexp-matches regexp-matches? regexp-partition regexp-replace
    regexp-replace-all regexp-search regexp-split regexp? rx valid-sre?))
