;;; Immutable lists: R7RS-large, SRFI 116.

(define-library (scheme ilist)
  (import (srfi 116))
  (export
    dotted-ilist? gtree->itree gtree->tree ialist-cons ialist-delete iany
    iappend iappend-map iappend-reverse iapply iassoc iassq iassv ibreak
    icaaaar icaaadr icaaar icaadar icaaddr icaadr icaar icadaar icadadr
    icadar icaddar icadddr icaddr icadr icar icar+icdr icdaaar icdaadr
    icdaar icdadar icdaddr icdadr icdar icddaar icddadr icddar icdddar
    icddddr icdddr icddr icdr iconcatenate icount idelete
    idelete-duplicates idrop idrop-right idrop-while ieighth ievery ififth
    ifilter ifilter-map ifind ifind-tail ifirst ifold ifold-right
    ifor-each ifourth iiota ilast ilength ilist ilist->list
    ilist-comparator ilist-copy ilist-index ilist-ref ilist-tabulate
    ilist-tail ilist= ilist? imap imap-in-order imember imemq imemv ininth
    ipair ipair* ipair->pair ipair-comparator ipair-fold ipair-fold-right
    ipair-for-each ipair? ipartition iq ireduce ireduce-right iremove
    ireverse isecond iseventh isixth ispan isplit-at itake itake-right
    itake-while itenth ithird itree->tree iunfold iunfold-right iunzip1
    iunzip2 iunzip3 iunzip4 iunzip5 izip last-ipair list->ilist
    make-icar-comparator make-icdr-comparator make-ilist
    make-ilist-comparator make-improper-ilist-comparator
    make-ipair-comparator not-ipair? null-ilist? pair->ipair proper-ilist?
    replace-icar replace-icdr tree->itree xipair))
