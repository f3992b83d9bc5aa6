;;; Tries of hashes: what (srfi 146 hash) is made of.

(define-library (mound trie)
  (import (mound syntax) (mound base)
          (only (srfi 151) arithmetic-shift bit-count bitwise-and bitwise-ior
                bitwise-xor))
  (export
    %trie-delete %trie-find %trie-first %trie-fold %trie-insert %trie-key
    %trie-size %trie-value)
  (include "trie.scm"))
