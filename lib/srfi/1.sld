;;; Lists: SRFI 1, without the procedures that may destroy their arguments.

(define-library (srfi 1)
  (import (mound syntax) (mound base))
  (export
    alist-cons alist-copy alist-delete any append append-map append-reverse
    assoc assq assv break caar cadddr caddr cadr car car+cdr cdar cddddr
    cdddr cddr cdr circular-list circular-list? concatenate cons cons* count
    delete delete-duplicates dotted-list? drop drop-right drop-while eighth
    every fifth filter filter-map find find-tail first fold fold-right
    for-each fourth iota last last-pair length length+ list list-copy
    list-index list-ref list-tabulate list= lset-adjoin lset-difference
    lset-intersection lset-union lset-xor lset<= lset= make-list map
    map-in-order member memq memv ninth not-pair? null-list? null? pair-fold
    pair-for-each pair? partition proper-list? reduce reduce-right remove
    reverse second set-car! set-cdr! seventh sixth span split-at take
    take-right take-while tenth third unfold unfold-right unzip1 unzip2
    xcons zip)
  (include "1.scm" "1-higher.scm"))
