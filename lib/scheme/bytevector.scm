;;; Bytevectors as memory: numbers of many sizes at any place, and text in other
;;; encodings than UTF-8. What R7RS-small has too is that here (bytevector-copy!
;;; has its order of arguments).

;;> (endianness name): the symbol `big` or `little`, for the largest byte or the
;;> smallest one first. R6RS libraries 2.
;;> Example: (endianness big) => big
(define-syntax endianness
  (syntax-rules (big little)
    ((_ big) 'big)
    ((_ little) 'little)
    ((_ other) (syntax-error "the endianness is big or little" other))))

;;> (native-endianness): the one of numbers without another: `little`, on each
;;> machine. R6RS libraries 2.
;;> Example: (native-endianness) => little
(define (native-endianness) 'little)

;; What an endianness adds to a form of numbers.
(define (%order endianness who)
  (case endianness
    ((little) 0)
    ((big) 16)
    (else (%type-error who "big or little" endianness))))

(define (%check bytes k size who)
  (if (not (bytevector? bytes)) (%type-error who "a bytevector" bytes))
  (if (not (exact-integer? k)) (%type-error who "an exact index" k))
  (if (not (<= 0 k (- (bytevector-length bytes) size)))
      (%error-of-kind 'range who
                      (string-append "there are not "
                                     (number->string size)
                                     " bytes at the index")
                      k bytes)))

(define (%get bytes k form size who)
  (%check bytes k size who)
  (%primitive %bytevector-number bytes k form))

(define (%put bytes k form size who number)
  (%check bytes k size who)
  (%primitive %bytevector-number-set! bytes k form number))

;;> (bytevector=? bytevector1 bytevector2): whether they have the same bytes.
;;> Raises type. R6RS libraries 2.
;;> Example: (bytevector=? #u8(1 2) #u8(1 2)) => #t
(define (bytevector=? left right)
  (for-each (lambda (bytes)
              (if (not (bytevector? bytes))
                  (%type-error 'bytevector=? "a bytevector" bytes)))
            (list left right))
  (equal? left right))

;;> (bytevector-s8-ref bytevector k): an integer of 8 bits with a sign at index
;;> k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-s8-ref #u8(254) 0) => -2
(define (bytevector-s8-ref bytes k) (%get bytes k 4 1 'bytevector-s8-ref))

;;> (bytevector-s8-set! bytevector k number): puts it there. Raises type, range,
;;> frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 1 0))) (bytevector-s8-set! b 0 -2) b) => #u8(254)
(define (bytevector-s8-set! bytes k number)
  (%put bytes k 4 1 'bytevector-s8-set! number))

;;> (bytevector-u16-ref bytevector k endianness): an integer of 16 bits at index
;;> k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-u16-ref #u8(253 232) 0 'big) => 65000
(define (bytevector-u16-ref bytes k endianness)
  (%get bytes k (+ 1 (%order endianness 'bytevector-u16-ref))
        2 'bytevector-u16-ref))

;;> (bytevector-u16-native-ref bytevector k): the same, the smallest byte first.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-u16-native-ref #u8(232 253) 0) => 65000
(define (bytevector-u16-native-ref bytes k)
  (%get bytes k 1 2 'bytevector-u16-native-ref))

;;> (bytevector-u16-set! bytevector k number endianness): puts it there. Raises
;;> type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 2 0))) (bytevector-u16-set! b 0 65000 'big) b) => #u8(253 232)
(define (bytevector-u16-set! bytes k number endianness)
  (%put bytes k
        (+ 1 (%order endianness 'bytevector-u16-set!))
        2 'bytevector-u16-set! number))

;;> (bytevector-u16-native-set! bytevector k number): the same, the smallest
;;> byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 2 0))) (bytevector-u16-native-set! b 0 65000) b) => #u8(232 253)
(define (bytevector-u16-native-set! bytes k number)
  (%put bytes k 1 2 'bytevector-u16-native-set! number))

;;> (bytevector-s16-ref bytevector k endianness): an integer of 16 bits with a
;;> sign at index k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-s16-ref #u8(255 254) 0 'big) => -2
(define (bytevector-s16-ref bytes k endianness)
  (%get bytes k (+ 5 (%order endianness 'bytevector-s16-ref))
        2 'bytevector-s16-ref))

;;> (bytevector-s16-native-ref bytevector k): the same, the smallest byte first.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-s16-native-ref #u8(254 255) 0) => -2
(define (bytevector-s16-native-ref bytes k)
  (%get bytes k 5 2 'bytevector-s16-native-ref))

;;> (bytevector-s16-set! bytevector k number endianness): puts it there. Raises
;;> type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 2 0))) (bytevector-s16-set! b 0 -2 'big) b) => #u8(255 254)
(define (bytevector-s16-set! bytes k number endianness)
  (%put bytes k
        (+ 5 (%order endianness 'bytevector-s16-set!))
        2 'bytevector-s16-set! number))

;;> (bytevector-s16-native-set! bytevector k number): the same, the smallest
;;> byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 2 0))) (bytevector-s16-native-set! b 0 -2) b) => #u8(254 255)
(define (bytevector-s16-native-set! bytes k number)
  (%put bytes k 5 2 'bytevector-s16-native-set! number))

;;> (bytevector-u32-ref bytevector k endianness): an integer of 32 bits at index
;;> k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-u32-ref #u8(238 107 40 0) 0 'big) => 4000000000
(define (bytevector-u32-ref bytes k endianness)
  (%get bytes k (+ 2 (%order endianness 'bytevector-u32-ref))
        4 'bytevector-u32-ref))

;;> (bytevector-u32-native-ref bytevector k): the same, the smallest byte first.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-u32-native-ref #u8(0 40 107 238) 0) => 4000000000
(define (bytevector-u32-native-ref bytes k)
  (%get bytes k 2 4 'bytevector-u32-native-ref))

;;> (bytevector-u32-set! bytevector k number endianness): puts it there. Raises
;;> type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 4 0))) (bytevector-u32-set! b 0 4000000000 'big) b) => #u8(238 107 40 0)
(define (bytevector-u32-set! bytes k number endianness)
  (%put bytes k
        (+ 2 (%order endianness 'bytevector-u32-set!))
        4 'bytevector-u32-set! number))

;;> (bytevector-u32-native-set! bytevector k number): the same, the smallest
;;> byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 4 0))) (bytevector-u32-native-set! b 0 4000000000) b) => #u8(0 40 107 238)
(define (bytevector-u32-native-set! bytes k number)
  (%put bytes k 2 4 'bytevector-u32-native-set! number))

;;> (bytevector-s32-ref bytevector k endianness): an integer of 32 bits with a
;;> sign at index k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-s32-ref #u8(255 255 255 254) 0 'big) => -2
(define (bytevector-s32-ref bytes k endianness)
  (%get bytes k (+ 6 (%order endianness 'bytevector-s32-ref))
        4 'bytevector-s32-ref))

;;> (bytevector-s32-native-ref bytevector k): the same, the smallest byte first.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-s32-native-ref #u8(254 255 255 255) 0) => -2
(define (bytevector-s32-native-ref bytes k)
  (%get bytes k 6 4 'bytevector-s32-native-ref))

;;> (bytevector-s32-set! bytevector k number endianness): puts it there. Raises
;;> type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 4 0))) (bytevector-s32-set! b 0 -2 'big) b) => #u8(255 255 255 254)
(define (bytevector-s32-set! bytes k number endianness)
  (%put bytes k
        (+ 6 (%order endianness 'bytevector-s32-set!))
        4 'bytevector-s32-set! number))

;;> (bytevector-s32-native-set! bytevector k number): the same, the smallest
;;> byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 4 0))) (bytevector-s32-native-set! b 0 -2) b) => #u8(254 255 255 255)
(define (bytevector-s32-native-set! bytes k number)
  (%put bytes k 6 4 'bytevector-s32-native-set! number))

;;> (bytevector-u64-ref bytevector k endianness): an integer of 64 bits at index
;;> k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-u64-ref #u8(128 0 0 0 0 0 0 1) 0 'big) => 9223372036854775809
(define (bytevector-u64-ref bytes k endianness)
  (%get bytes k (+ 3 (%order endianness 'bytevector-u64-ref))
        8 'bytevector-u64-ref))

;;> (bytevector-u64-native-ref bytevector k): the same, the smallest byte first.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-u64-native-ref #u8(1 0 0 0 0 0 0 128) 0) => 9223372036854775809
(define (bytevector-u64-native-ref bytes k)
  (%get bytes k 3 8 'bytevector-u64-native-ref))

;;> (bytevector-u64-set! bytevector k number endianness): puts it there. Raises
;;> type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 8 0))) (bytevector-u64-set! b 0 9223372036854775809 'big) b) => #u8(128 0 0 0 0 0 0 1)
(define (bytevector-u64-set! bytes k number endianness)
  (%put bytes k
        (+ 3 (%order endianness 'bytevector-u64-set!))
        8 'bytevector-u64-set! number))

;;> (bytevector-u64-native-set! bytevector k number): the same, the smallest
;;> byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 8 0))) (bytevector-u64-native-set! b 0 9223372036854775809) b) => #u8(1 0 0 0 0 0 0 128)
(define (bytevector-u64-native-set! bytes k number)
  (%put bytes k 3 8 'bytevector-u64-native-set! number))

;;> (bytevector-s64-ref bytevector k endianness): an integer of 64 bits with a
;;> sign at index k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-s64-ref #u8(255 255 255 255 255 255 255 254) 0 'big) => -2
(define (bytevector-s64-ref bytes k endianness)
  (%get bytes k (+ 7 (%order endianness 'bytevector-s64-ref))
        8 'bytevector-s64-ref))

;;> (bytevector-s64-native-ref bytevector k): the same, the smallest byte first.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-s64-native-ref #u8(254 255 255 255 255 255 255 255) 0) => -2
(define (bytevector-s64-native-ref bytes k)
  (%get bytes k 7 8 'bytevector-s64-native-ref))

;;> (bytevector-s64-set! bytevector k number endianness): puts it there. Raises
;;> type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 8 0))) (bytevector-s64-set! b 0 -2 'big) b) => #u8(255 255 255 255 255 255 255 254)
(define (bytevector-s64-set! bytes k number endianness)
  (%put bytes k
        (+ 7 (%order endianness 'bytevector-s64-set!))
        8 'bytevector-s64-set! number))

;;> (bytevector-s64-native-set! bytevector k number): the same, the smallest
;;> byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 8 0))) (bytevector-s64-native-set! b 0 -2) b) => #u8(254 255 255 255 255 255 255 255)
(define (bytevector-s64-native-set! bytes k number)
  (%put bytes k 7 8 'bytevector-s64-native-set! number))

;;> (bytevector-ieee-single-ref bytevector k endianness): a flonum of 32 bits at
;;> index k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-ieee-single-ref #u8(63 192 0 0) 0 'big) => 1.5
(define (bytevector-ieee-single-ref bytes k endianness)
  (%get bytes k (+ 10 (%order endianness 'bytevector-ieee-single-ref))
        4 'bytevector-ieee-single-ref))

;;> (bytevector-ieee-single-native-ref bytevector k): the same, the smallest
;;> byte first. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-ieee-single-native-ref #u8(0 0 192 63) 0) => 1.5
(define (bytevector-ieee-single-native-ref bytes k)
  (%get bytes k 10 4 'bytevector-ieee-single-native-ref))

;;> (bytevector-ieee-single-set! bytevector k number endianness): puts it there.
;;> Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 4 0))) (bytevector-ieee-single-set! b 0 1.5 'big) b) => #u8(63 192 0 0)
(define (bytevector-ieee-single-set! bytes k number endianness)
  (%put bytes k
        (+ 10 (%order endianness 'bytevector-ieee-single-set!))
        4 'bytevector-ieee-single-set! number))

;;> (bytevector-ieee-single-native-set! bytevector k number): the same, the
;;> smallest byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 4 0))) (bytevector-ieee-single-native-set! b 0 1.5) b) => #u8(0 0 192 63)
(define (bytevector-ieee-single-native-set! bytes k number)
  (%put bytes k 10 4 'bytevector-ieee-single-native-set! number))

;;> (bytevector-ieee-double-ref bytevector k endianness): a flonum of 64 bits at
;;> index k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-ieee-double-ref #u8(191 185 153 153 153 153 153 154) 0 'big) => -0.1
(define (bytevector-ieee-double-ref bytes k endianness)
  (%get bytes k (+ 11 (%order endianness 'bytevector-ieee-double-ref))
        8 'bytevector-ieee-double-ref))

;;> (bytevector-ieee-double-native-ref bytevector k): the same, the smallest
;;> byte first. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-ieee-double-native-ref #u8(154 153 153 153 153 153 185 191) 0) => -0.1
(define (bytevector-ieee-double-native-ref bytes k)
  (%get bytes k 11 8 'bytevector-ieee-double-native-ref))

;;> (bytevector-ieee-double-set! bytevector k number endianness): puts it there.
;;> Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 8 0))) (bytevector-ieee-double-set! b 0 -0.1 'big) b) => #u8(191 185 153 153 153 153 153 154)
(define (bytevector-ieee-double-set! bytes k number endianness)
  (%put bytes k
        (+ 11 (%order endianness 'bytevector-ieee-double-set!))
        8 'bytevector-ieee-double-set! number))

;;> (bytevector-ieee-double-native-set! bytevector k number): the same, the
;;> smallest byte first. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 8 0))) (bytevector-ieee-double-native-set! b 0 -0.1) b) => #u8(154 153 153 153 153 153 185 191)
(define (bytevector-ieee-double-native-set! bytes k number)
  (%put bytes k 11 8 'bytevector-ieee-double-native-set! number))
