;;; Mappings by hashes: R7RS-large, SRFI 146.

(define-library (scheme mapping hash)
  (import (srfi 146 hash))
  (export
    alist->hashmap alist->hashmap! comparator? hashmap hashmap->alist
    hashmap-adjoin hashmap-adjoin! hashmap-any? hashmap-comparator
    hashmap-contains? hashmap-copy hashmap-count hashmap-delete
    hashmap-delete! hashmap-delete-all hashmap-delete-all!
    hashmap-difference hashmap-difference! hashmap-disjoint?
    hashmap-empty? hashmap-entries hashmap-every? hashmap-filter
    hashmap-filter! hashmap-find hashmap-fold hashmap-for-each
    hashmap-intern hashmap-intern! hashmap-intersection
    hashmap-intersection! hashmap-key-comparator hashmap-keys hashmap-map
    hashmap-map->list hashmap-partition hashmap-partition! hashmap-pop
    hashmap-pop! hashmap-ref hashmap-ref/default hashmap-remove
    hashmap-remove! hashmap-replace hashmap-replace! hashmap-search
    hashmap-search! hashmap-set hashmap-set! hashmap-size hashmap-unfold
    hashmap-union hashmap-union! hashmap-update hashmap-update!
    hashmap-update!/default hashmap-update/default hashmap-values
    hashmap-xor hashmap-xor! hashmap<=? hashmap<? hashmap=? hashmap>=?
    hashmap>? hashmap? make-hashmap-comparator))
