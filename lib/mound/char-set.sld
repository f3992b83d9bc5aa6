;;; Sets of characters as ranges: what SRFI 14, 13, 115 and 152 share.

(define-library (mound char-set)
  (import (mound syntax) (mound base))
  (export
    %bounds->char-set %char-set-bounds %codes->bounds %combine-bounds
    %fold-bounds %full-bounds %in-bounds? %property-bounds char-set-contains?
    char-set?
    criterion->predicate)
  (include "char-set.scm"))
