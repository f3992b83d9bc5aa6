;;; Random-access pairs and lists.

(define-library (srfi 101)
  (import
    (rename (mound syntax) (quote %quote))
    (except (mound base)
            append caaaar caaadr caaar caadar caaddr caadr caar
            cadaar cadadr cadar caddar cadddr caddr cadr car cdaaar
            cdaadr cdaar cdadar cdaddr cdadr cdar cddaar cddadr
            cddar cdddar cddddr cdddr cddr cdr cons equal? for-each
            length list list-ref list-tail list? make-list map null?
            pair? reverse)
    (prefix (only (mound base)
                  car cdr cons equal? list? pair? null? reverse)
            linear-))
  (export
    append caaaar caaadr caaar caadar caaddr caadr caar cadaar cadadr cadar
    caddar cadddr caddr cadr car cdaaar cdaadr cdaar cdadar cdaddr cdadr
    cdar cddaar cddadr cddar cdddar cddddr cdddr cddr cdr cons equal?
    for-each length length<=? linear-access-list->random-access-list list
    list-ref list-ref/update list-set list-tail list? make-list map null?
    pair? quote random-access-list->linear-access-list reverse)
  (include "101.scm" "101-lists.scm" "101-cxr.scm"))
