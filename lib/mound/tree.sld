;;; Balanced trees of keys and values: what SRFI 146 and 217 are made of.

(define-library (mound tree)
  (import (mound syntax) (mound base))
  (export
    %tree-delete %tree-delete-max %tree-delete-min %tree-difference
    %tree-disjoint? %tree-filter %tree-find %tree-first %tree-fold
    %tree-fold-right %tree-insert %tree-intersection %tree-join %tree-key
    %tree-last %tree-map %tree-partition %tree-paste %tree-predecessor
    %tree-size %tree-split %tree-subset? %tree-successor %tree-union
    %tree-value %tree-xor)
  (include "tree.scm" "tree-sets.scm"))
