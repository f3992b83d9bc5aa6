;;; Mappings: R7RS-large, SRFI 146.

(define-library (scheme mapping)
  (import (srfi 146))
  (export
    alist->mapping alist->mapping! alist->mapping/ordered
    alist->mapping/ordered! comparator? make-mapping-comparator mapping
    mapping->alist mapping-adjoin mapping-adjoin! mapping-any?
    mapping-catenate mapping-catenate! mapping-comparator
    mapping-contains? mapping-copy mapping-count mapping-delete
    mapping-delete! mapping-delete-all mapping-delete-all!
    mapping-difference mapping-difference! mapping-disjoint?
    mapping-empty? mapping-entries mapping-every? mapping-filter
    mapping-filter! mapping-find mapping-fold mapping-fold/reverse
    mapping-for-each mapping-intern mapping-intern! mapping-intersection
    mapping-intersection! mapping-key-comparator mapping-key-predecessor
    mapping-key-successor mapping-keys mapping-map mapping-map->list
    mapping-map/monotone mapping-map/monotone! mapping-max-key
    mapping-max-value mapping-min-key mapping-min-value mapping-partition
    mapping-partition! mapping-pop mapping-pop! mapping-range<
    mapping-range<! mapping-range<= mapping-range<=! mapping-range=
    mapping-range=! mapping-range> mapping-range>! mapping-range>=
    mapping-range>=! mapping-ref mapping-ref/default mapping-remove
    mapping-remove! mapping-replace mapping-replace! mapping-search
    mapping-search! mapping-set mapping-set! mapping-size mapping-split
    mapping-split! mapping-unfold mapping-unfold/ordered mapping-union
    mapping-union! mapping-update mapping-update! mapping-update!/default
    mapping-update/default mapping-values mapping-xor mapping-xor!
    mapping/ordered mapping<=? mapping<? mapping=? mapping>=? mapping>?
    mapping?))
