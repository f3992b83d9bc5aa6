;;; Strings.

(define-library (srfi 152)
  (import (mound syntax) (except (mound base) string-join string-split)
          (mound char-set) (mound string-ranges))
  (export
    list->string make-string read-string reverse-list->string string
    string->list string->vector string-any string-append string-break
    string-ci<=? string-ci<? string-ci=? string-ci>=? string-ci>?
    string-concatenate string-concatenate-reverse string-contains
    string-contains-right string-copy string-copy! string-count string-drop
    string-drop-right string-drop-while string-drop-while-right string-every
    string-fill! string-filter string-fold string-fold-right string-for-each
    string-index string-index-right string-join string-length string-map
    string-null? string-pad string-pad-right string-prefix-length
    string-prefix? string-ref string-remove string-replace string-replicate
    string-segment string-set! string-skip string-skip-right string-span
    string-split string-suffix-length string-suffix? string-tabulate
    string-take string-take-right string-take-while string-take-while-right
    string-trim string-trim-both string-trim-right string-unfold
    string-unfold-right string<=? string<? string=? string>=? string>?
    string? substring vector->string write-string)
  (include "152.scm" "152-search.scm" "152-whole.scm"))
