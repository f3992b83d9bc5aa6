;;; Exact integers as sequences of bits, with the names that came before those
;;; of SRFI 151.

(define-library (srfi 33)
  (import
    (mound syntax) (mound base)
    (except (srfi 151) bitwise-nand bitwise-nor))
  (export
    all-bits-set? any-bits-set? arithmetic-shift bit-count bit-set?
    bitwise-and bitwise-andc1 bitwise-andc2 bitwise-eqv bitwise-ior
    bitwise-merge bitwise-nand bitwise-nor bitwise-not bitwise-orc1
    bitwise-orc2 bitwise-xor clear-bit-field copy-bit-field
    extract-bit-field first-set-bit integer-length replace-bit-field
    test-bit-field?)
  (include "33.scm"))
