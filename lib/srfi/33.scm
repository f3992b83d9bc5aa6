;;; A field is given by its size and the position of its lowest bit. What is not
;;; here is in (srfi 151).

(define (%require-integer object who)
  (if (not (exact-integer? object))
      (%type-error who "an exact integer" object)))

(define (%require-field size position who)
  (%require-integer size who)
  (%require-integer position who)
  (if (or (< size 0) (< position 0))
      (%error-of-kind 'range who "there is no such field" size position)))

;;> (bitwise-nand i ...): the bits that are not 1 in all. Raises type. SRFI 33.
;;> Example: (list (bitwise-nand) (bitwise-nand 11 26 12)) => (0 -9)
(define (bitwise-nand . integers)
  (for-each (lambda (i) (%require-integer i 'bitwise-nand)) integers)
  (bitwise-not (apply bitwise-and integers)))

;;> (bitwise-nor i ...): the bits that are 1 in none. Raises type. SRFI 33.
;;> Example: (list (bitwise-nor) (bitwise-nor 11 26 12)) => (-1 -32)
(define (bitwise-nor . integers)
  (for-each (lambda (i) (%require-integer i 'bitwise-nor)) integers)
  (bitwise-not (apply bitwise-ior integers)))

;;> (any-bits-set? mask i): whether i has 1 where the mask has, at any place.
;;> Raises type. SRFI 33.
;;> Example: (list (any-bits-set? 6 4) (any-bits-set? 6 9)) => (#t #f)
(define (any-bits-set? mask i)
  (%require-integer mask 'any-bits-set?)
  (%require-integer i 'any-bits-set?)
  (any-bit-set? mask i))

;;> (all-bits-set? mask i): whether i has 1 at all these places. Raises type.
;;> SRFI 33.
;;> Example: (list (all-bits-set? 6 4) (all-bits-set? 6 7)) => (#f #t)
(define (all-bits-set? mask i)
  (%require-integer mask 'all-bits-set?)
  (%require-integer i 'all-bits-set?)
  (every-bit-set? mask i))

;;> (bitwise-merge mask i0 i1): the bits of i0 where the mask has 0, those of i1
;;> where it has 1. Raises type. SRFI 33.
;;> Example: (bitwise-merge 12 10 5) => 6
(define (bitwise-merge mask i0 i1)
  (for-each (lambda (i) (%require-integer i 'bitwise-merge))
            (list mask i0 i1))
  (bitwise-if mask i1 i0))

;;> (extract-bit-field size position i): the bits of the field, as a number.
;;> Raises type, range. SRFI 33.
;;> Example: (extract-bit-field 3 2 45) => 3
(define (extract-bit-field size position i)
  (%require-field size position 'extract-bit-field)
  (%require-integer i 'extract-bit-field)
  (bit-field i position (+ position size)))

;;> (test-bit-field? size position i): whether any bit of the field is 1. Raises
;;> type, range. SRFI 33.
;;> Example: (list (test-bit-field? 2 1 9) (test-bit-field? 2 2 9)) => (#f #t)
(define (test-bit-field? size position i)
  (%require-field size position 'test-bit-field?)
  (%require-integer i 'test-bit-field?)
  (bit-field-any? i position (+ position size)))

;;> (clear-bit-field size position i): i with 0 in the field. Raises type,
;;> range. SRFI 33.
;;> Example: (clear-bit-field 2 1 15) => 9
(define (clear-bit-field size position i)
  (%require-field size position 'clear-bit-field)
  (%require-integer i 'clear-bit-field)
  (bit-field-clear i position (+ position size)))

;;> (replace-bit-field size position field i): i with the lowest bits of `field`
;;> in the field. Raises type, range. SRFI 33.
;;> Example: (replace-bit-field 2 1 2 0) => 4
(define (replace-bit-field size position field i)
  (%require-field size position 'replace-bit-field)
  (%require-integer field 'replace-bit-field)
  (%require-integer i 'replace-bit-field)
  (bit-field-replace i field position (+ position size)))

;;> (copy-bit-field size position from to): `to` with the field of `from` in its
;;> field. Raises type, range. SRFI 33.
;;> Example: (copy-bit-field 2 1 6 9) => 15
(define (copy-bit-field size position from to)
  (%require-field size position 'copy-bit-field)
  (%require-integer from 'copy-bit-field)
  (%require-integer to 'copy-bit-field)
  (bit-field-replace-same to from position (+ position size)))
