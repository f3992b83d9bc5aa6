;;; Immutable pairs and lists.

(define-library (srfi 116)
  (import
    (mound syntax) (mound base)
    (only (srfi 1)
          any append-map count delete delete-duplicates every filter
          filter-map fold fold-right iota list-index list-tabulate list=
          partition reduce reduce-right remove unfold unfold-right)
    (only (srfi 128)
          <? =? comparator-hash comparator-ordered? comparator-hashable?
          comparator-test-type make-comparator make-default-comparator))
  (export
    dotted-ilist? gtree->itree gtree->tree ialist-cons ialist-delete iany
    iappend iappend-map iappend-reverse iapply iassoc iassq iassv ibreak
    icaaaar icaaadr icaaar icaadar icaaddr icaadr icaar icadaar icadadr icadar
    icaddar icadddr icaddr icadr icar icar+icdr icdaaar icdaadr icdaar icdadar
    icdaddr icdadr icdar icddaar icddadr icddar icdddar icddddr icdddr icddr
    icdr iconcatenate icount idelete idelete-duplicates idrop idrop-right
    idrop-while ieighth ievery ififth ifilter ifilter-map ifind ifind-tail
    ifirst ifold ifold-right ifor-each ifourth iiota ilast ilength ilist
    ilist->list ilist-comparator ilist-copy ilist-index ilist-ref
    ilist-tabulate ilist-tail ilist= ilist? imap imap-in-order imember imemq
    imemv ininth ipair ipair* ipair->pair ipair-comparator ipair-fold
    ipair-fold-right ipair-for-each ipair? ipartition iq ireduce ireduce-right
    iremove ireverse isecond iseventh isixth ispan isplit-at itake itake-right
    itake-while itenth ithird itree->tree iunfold iunfold-right iunzip1
    iunzip2 iunzip3 iunzip4 iunzip5 izip last-ipair list->ilist
    make-icar-comparator make-icdr-comparator make-ilist make-ilist-comparator
    make-improper-ilist-comparator make-ipair-comparator not-ipair?
    null-ilist? pair->ipair proper-ilist? replace-icar replace-icdr
    tree->itree xipair)
  (include "116.scm" "116-access.scm" "116-lists.scm" "116-folds.scm"
           "116-search.scm" "116-comparators.scm"))
