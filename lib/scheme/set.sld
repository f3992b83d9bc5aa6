;;; Sets and bags: R7RS-large, SRFI 113.

(define-library (scheme set)
  (import (srfi 113))
  (export
    alist->bag bag bag->alist bag->list bag->set bag-adjoin bag-adjoin!
    bag-any? bag-comparator bag-contains? bag-copy bag-count
    bag-decrement! bag-delete bag-delete! bag-delete-all bag-delete-all!
    bag-difference bag-difference! bag-disjoint? bag-element-comparator
    bag-element-count bag-empty? bag-every? bag-filter bag-filter!
    bag-find bag-fold bag-fold-unique bag-for-each bag-for-each-unique
    bag-increment! bag-intersection bag-intersection! bag-map bag-member
    bag-partition bag-partition! bag-product bag-product! bag-remove
    bag-remove! bag-replace bag-replace! bag-search! bag-size bag-sum
    bag-sum! bag-unfold bag-union bag-union! bag-unique-size bag-xor
    bag-xor! bag<=? bag<? bag=? bag>=? bag>? bag? list->bag list->bag!
    list->set list->set! set set->bag set->bag! set->list set-adjoin
    set-adjoin! set-any? set-comparator set-contains? set-copy set-count
    set-delete set-delete! set-delete-all set-delete-all! set-difference
    set-difference! set-disjoint? set-element-comparator set-empty?
    set-every? set-filter set-filter! set-find set-fold set-for-each
    set-intersection set-intersection! set-map set-member set-partition
    set-partition! set-remove set-remove! set-replace set-replace!
    set-search! set-size set-unfold set-union set-union! set-xor set-xor!
    set<=? set<? set=? set>=? set>? set?))
