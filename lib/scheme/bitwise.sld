;;; Bits of integers: R7RS-large, SRFI 151.

(define-library (scheme bitwise)
  (import (srfi 151))
  (export
    any-bit-set? arithmetic-shift bit-count bit-field bit-field-any?
    bit-field-clear bit-field-every? bit-field-replace
    bit-field-replace-same bit-field-reverse bit-field-rotate
    bit-field-set bit-set? bit-swap bits bits->list bits->vector
    bitwise-and bitwise-andc1 bitwise-andc2 bitwise-eqv bitwise-fold
    bitwise-for-each bitwise-if bitwise-ior bitwise-nand bitwise-nor
    bitwise-not bitwise-orc1 bitwise-orc2 bitwise-unfold bitwise-xor
    copy-bit every-bit-set? first-set-bit integer-length list->bits
    make-bitwise-generator vector->bits))
