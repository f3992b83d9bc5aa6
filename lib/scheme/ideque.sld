;;; Immutable queues with two ends: R7RS-large, SRFI 134.

(define-library (scheme ideque)
  (import (srfi 134))
  (export
    generator->ideque ideque ideque->generator ideque->list
    ideque-add-back ideque-add-front ideque-any ideque-append
    ideque-append-map ideque-back ideque-break ideque-count ideque-drop
    ideque-drop-right ideque-drop-while ideque-drop-while-right
    ideque-empty? ideque-every ideque-filter ideque-filter-map ideque-find
    ideque-find-right ideque-fold ideque-fold-right ideque-for-each
    ideque-for-each-right ideque-front ideque-length ideque-map
    ideque-partition ideque-ref ideque-remove ideque-remove-back
    ideque-remove-front ideque-reverse ideque-span ideque-split-at
    ideque-tabulate ideque-take ideque-take-right ideque-take-while
    ideque-take-while-right ideque-unfold ideque-unfold-right ideque-zip
    ideque= ideque? list->ideque))
