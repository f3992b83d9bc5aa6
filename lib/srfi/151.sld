;;; Exact integers as sequences of bits, of two's complement and without an end.

(define-library (srfi 151)
  (import (mound syntax) (mound base))
  (export
    any-bit-set? arithmetic-shift bit-count bit-field bit-field-any?
    bit-field-clear bit-field-every? bit-field-replace bit-field-replace-same
    bit-field-reverse bit-field-rotate bit-field-set bit-set? bit-swap bits
    bits->list bits->vector bitwise-and bitwise-andc1 bitwise-andc2
    bitwise-eqv bitwise-fold bitwise-for-each bitwise-if bitwise-ior
    bitwise-nand bitwise-nor bitwise-not bitwise-orc1 bitwise-orc2
    bitwise-unfold bitwise-xor copy-bit every-bit-set? first-set-bit
    integer-length list->bits make-bitwise-generator vector->bits)
  (include "151.scm" "151-fields.scm"))
