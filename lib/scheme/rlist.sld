;;; Random-access lists: R7RS-large, SRFI 101.

(define-library (scheme rlist)
  (import (srfi 101))
  (export
    append caaaar caaadr caaar caadar caaddr caadr caar cadaar cadadr
    cadar caddar cadddr caddr cadr car cdaaar cdaadr cdaar cdadar cdaddr
    cdadr cdar cddaar cddadr cddar cdddar cddddr cdddr cddr cdr cons
    equal? for-each length length<=?
    linear-access-list->random-access-list list list-ref list-ref/update
    list-set list-tail list? make-list map null? pair? quote
    random-access-list->linear-access-list reverse))
