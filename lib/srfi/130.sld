;;; Strings with cursors. A cursor is an index.

(define-library (srfi 130)
  (import (mound syntax)
          (except (mound base) string-join string-split)
          (mound char-set) (mound string-ranges)
          (rename (srfi 152)
                  (string-index %string-index)
                  (string-index-right %string-index-right)
                  (string-skip %string-skip)
                  (string-skip-right %string-skip-right)))
  (export
    reverse-list->string string->list/cursors string->vector/cursors
    string-any string-concatenate string-concatenate-reverse string-contains
    string-contains-right string-copy/cursors string-count
    string-cursor->index string-cursor-back string-cursor-diff
    string-cursor-end string-cursor-forward string-cursor-next
    string-cursor-prev string-cursor-start string-cursor<=? string-cursor<?
    string-cursor=? string-cursor>=? string-cursor>? string-cursor?
    string-drop string-drop-right string-every string-filter string-fold
    string-fold-right string-for-each-cursor string-index string-index->cursor
    string-index-right string-join string-null? string-pad string-pad-right
    string-prefix-length string-prefix? string-ref/cursor string-remove
    string-replace string-replicate string-reverse string-skip
    string-skip-right string-split string-suffix-length string-suffix?
    string-tabulate string-take string-take-right string-trim string-trim-both
    string-trim-right string-unfold string-unfold-right substring/cursors)
  (include "130.scm"))
