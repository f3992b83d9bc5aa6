;;; Operations on all bits of integers.

(define (%gather operation start integers)
  (let loop ((result start) (rest integers))
    (if (null? rest)
        result
        (loop (operation result (car rest)) (cdr rest)))))

;;> (bitwise-not i): each bit inverted. Raises type. SRFI 151.
;;> Example: (bitwise-not 10) => -11
(define (bitwise-not i) (%primitive bitwise-not i))

;;> (bitwise-and i ...): the ones that all have. Raises type. SRFI 151.
;;> Example: (bitwise-and 11 26) => 10
(define bitwise-and
  (case-lambda
    ((i j) (%primitive bitwise-and i j))
    ((i j k) (%primitive bitwise-and (%primitive bitwise-and i j) k))
    (integers (%gather bitwise-and -1 integers))))

;;> (bitwise-ior i ...): the ones that some have. Raises type. SRFI 151.
;;> Example: (bitwise-ior 3 10) => 11
(define bitwise-ior
  (case-lambda
    ((i j) (%primitive bitwise-ior i j))
    ((i j k) (%primitive bitwise-ior (%primitive bitwise-ior i j) k))
    (integers (%gather bitwise-ior 0 integers))))

;;> (bitwise-xor i ...): the ones that an odd number of them have. Raises type.
;;> SRFI 151.
;;> Example: (bitwise-xor 3 10) => 9
(define bitwise-xor
  (case-lambda
    ((i j) (%primitive bitwise-xor i j))
    ((i j k) (%primitive bitwise-xor (%primitive bitwise-xor i j) k))
    (integers (%gather bitwise-xor 0 integers))))

;;> (bitwise-eqv i ...): the equivalence of the bits, from the left. Raises
;;> type. SRFI 151.
;;> Example: (bitwise-eqv 37 12) => -42
(define (bitwise-eqv . integers)
  (%gather (lambda (i j) (bitwise-not (bitwise-xor i j))) -1 integers))

;;> (bitwise-nand i j): the inverse of bitwise-and. Raises type. SRFI 151.
;;> Example: (bitwise-nand 11 26) => -11
(define (bitwise-nand i j) (bitwise-not (bitwise-and i j)))

;;> (bitwise-nor i j): the inverse of bitwise-ior. Raises type. SRFI 151.
;;> Example: (bitwise-nor 11 26) => -28
(define (bitwise-nor i j) (bitwise-not (bitwise-ior i j)))

;;> (bitwise-andc1 i j): bitwise-and with the first inverted. Raises type. SRFI
;;> 151.
;;> Example: (bitwise-andc1 11 26) => 16
(define (bitwise-andc1 i j) (bitwise-and (bitwise-not i) j))

;;> (bitwise-andc2 i j): bitwise-and with the second inverted. Raises type. SRFI
;;> 151.
;;> Example: (bitwise-andc2 11 26) => 1
(define (bitwise-andc2 i j) (bitwise-and i (bitwise-not j)))

;;> (bitwise-orc1 i j): bitwise-ior with the first inverted. Raises type. SRFI
;;> 151.
;;> Example: (bitwise-orc1 11 26) => -2
(define (bitwise-orc1 i j) (bitwise-ior (bitwise-not i) j))

;;> (bitwise-orc2 i j): bitwise-ior with the second inverted. Raises type. SRFI
;;> 151.
;;> Example: (bitwise-orc2 11 26) => -17
(define (bitwise-orc2 i j) (bitwise-ior i (bitwise-not j)))

;;> (arithmetic-shift i count): i times 2 to the count, rounded down. Raises
;;> type, and range if the result is too large. SRFI 151.
;;> Example: (list (arithmetic-shift 8 2) (arithmetic-shift -5 -1)) => (32 -3)
(define (arithmetic-shift i count) (%primitive arithmetic-shift i count))

;;> (bit-count i): the ones of i, or the zeros if it is negative. Raises type.
;;> SRFI 151.
;;> Example: (list (bit-count 7) (bit-count -1)) => (3 0)
(define (bit-count i) (%primitive bit-count i))

;;> (integer-length i): the bits that i needs besides a sign. Raises type. SRFI
;;> 151.
;;> Example: (map integer-length '(0 1 7 8 -1 -8 -9)) => (0 1 3 4 0 3 4)
(define (integer-length i) (%primitive integer-length i))

;;> (bitwise-if mask i j): the bits of i where the mask has ones, else those of
;;> j. Raises type. SRFI 151.
;;> Example: (bitwise-if 3 1 8) => 9
(define (bitwise-if mask i j)
  (bitwise-ior (bitwise-and mask i) (bitwise-andc1 mask j)))

;;> (bit-set? index i): whether bit `index` is one. Raises type. SRFI 151.
;;> Example: (bit-set? 10 -1) => #t
(define (bit-set? index i) (%primitive bit-set? index i))

;;> (copy-bit index i boolean): i with bit `index` one or zero. Raises type.
;;> SRFI 151.
;;> Example: (list (copy-bit 0 0 #t) (copy-bit 2 15 #f)) => (1 11)
(define (copy-bit index i boolean)
  (let ((bit (arithmetic-shift 1 index)))
    (if boolean (bitwise-ior i bit) (bitwise-andc2 i bit))))

;;> (bit-swap index1 index2 i): i with these two bits exchanged. Raises type.
;;> SRFI 151.
;;> Example: (bit-swap 0 2 4) => 1
(define (bit-swap index1 index2 i)
  (let ((first (bit-set? index1 i)) (second (bit-set? index2 i)))
    (copy-bit index2 (copy-bit index1 i second) first)))

;;> (any-bit-set? mask i): whether i has one of the ones of the mask. Raises
;;> type. SRFI 151.
;;> Example: (any-bit-set? 3 6) => #t
(define (any-bit-set? mask i) (not (= (bitwise-and mask i) 0)))

;;> (every-bit-set? mask i): whether i has all ones of the mask. Raises type.
;;> SRFI 151.
;;> Example: (every-bit-set? 3 6) => #f
(define (every-bit-set? mask i) (= (bitwise-and mask i) mask))

;;> (first-set-bit i): the index of the lowest one, -1 for 0. Raises type. SRFI
;;> 151.
;;> Example: (map first-set-bit '(1 2 0 40 -28)) => (0 1 -1 3 2)
(define (first-set-bit i) (%primitive first-set-bit i))
