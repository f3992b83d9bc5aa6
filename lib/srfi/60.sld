;;; Exact integers as sequences of bits, under the names of SLIB.

(define-library (srfi 60)
  (import
    (mound syntax) (mound base)
    (rename (srfi 151)
            (bitwise-and logand) (bitwise-ior logior) (bitwise-xor logxor)
            (bitwise-not lognot) (bit-count logcount)
            (arithmetic-shift ash) (bit-set? logbit?)
            (bitwise-if bitwise-merge) (first-set-bit log2-binary-factors))
    (only (srfi 151)
          arithmetic-shift bit-count bit-set? bitwise-and bitwise-if
          bitwise-ior bitwise-not bitwise-xor first-set-bit))
  (export
    any-bits-set? arithmetic-shift ash bit-count bit-field bit-set?
    bitwise-and bitwise-if bitwise-ior bitwise-merge bitwise-not bitwise-xor
    booleans->integer copy-bit copy-bit-field first-set-bit integer->list
    integer-length list->integer log2-binary-factors logand logbit? logcount
    logior lognot logtest logxor reverse-bit-field rotate-bit-field)
  (include "60.scm"))
