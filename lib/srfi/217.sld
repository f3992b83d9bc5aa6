;;; Sets of exact integers.

(define-library (srfi 217)
  (import (mound syntax) (mound base) (mound tree))
  (export
    iset iset->list iset-adjoin iset-adjoin! iset-any? iset-closed-interval
    iset-closed-open-interval iset-contains? iset-copy iset-count iset-delete
    iset-delete! iset-delete-all iset-delete-all! iset-delete-max
    iset-delete-max! iset-delete-min iset-delete-min! iset-difference
    iset-difference! iset-disjoint? iset-empty? iset-every? iset-filter
    iset-filter! iset-find iset-fold iset-fold-right iset-for-each
    iset-intersection iset-intersection! iset-map iset-max iset-member
    iset-min iset-open-closed-interval iset-open-interval iset-partition
    iset-partition! iset-remove iset-remove! iset-search iset-search!
    iset-size iset-unfold iset-union iset-union! iset-xor iset-xor! iset<=?
    iset<? iset=? iset>=? iset>? iset? isubset< isubset<= isubset= isubset>
    isubset>= list->iset list->iset! make-range-iset)
  (include "217.scm" "217-sets.scm"))
