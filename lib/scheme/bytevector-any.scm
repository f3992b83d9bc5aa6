;;; Integers of any number of bytes in bytevectors, lists of them, and text.

(define (%check-size size who)
  (if (not (and (fixnum? size) (> size 0)))
      (%type-error who "a positive number of bytes" size)))

;; The index of byte `n`, counted from the smallest one.
(define (%byte-index k n size big?) (if big? (+ k (- size 1 n)) (+ k n)))

(define (%read bytes k endianness size signed? who)
  (%check-size size who)
  (%check bytes k size who)
  (let ((big? (= 16 (%order endianness who))))
    (let loop ((n (- size 1)) (number 0))
      (cond ((>= n 0)
             (loop (- n 1)
                   (+ (* 256 number)
                      (bytevector-u8-ref bytes (%byte-index k n size big?)))))
            ((and signed? (>= number (expt 2 (- (* 8 size) 1))))
             (- number (expt 2 (* 8 size))))
            (else number)))))

(define (%write! bytes k number endianness size signed? who)
  (%check-size size who)
  (%check bytes k size who)
  (let* ((big? (= 16 (%order endianness who)))
         (all (expt 2 (* 8 size)))
         (least (if signed? (- (quotient all 2)) 0))
         (greatest (- (+ least all) 1)))
    (if (not (and (exact-integer? number) (<= least number greatest)))
        (%type-error who
                     (string-append "an exact integer of "
                                    (number->string size)
                                    (if signed? " bytes with a sign" " bytes"))
                     number))
    (let loop ((n 0) (rest (if (< number 0) (+ number all) number)))
      (if (< n size)
          (begin
            (bytevector-u8-set! bytes (%byte-index k n size big?)
                                (modulo rest 256))
            (loop (+ n 1) (quotient rest 256)))))))

;;> (bytevector-uint-ref bytevector k endianness size): the integer of so many
;;> bytes at index k. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-uint-ref #u8(1 2 3) 0 'big 3) => 66051
(define (bytevector-uint-ref bytes k endianness size)
  (%read bytes k endianness size #f 'bytevector-uint-ref))

;;> (bytevector-sint-ref bytevector k endianness size): the same with a sign.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector-sint-ref #u8(255 255 254) 0 'big 3) => -2
(define (bytevector-sint-ref bytes k endianness size)
  (%read bytes k endianness size #t 'bytevector-sint-ref))

;;> (bytevector-uint-set! bytevector k number endianness size): puts it there.
;;> Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 3 0))) (bytevector-uint-set! b 0 66051 'little 3) b) => #u8(3 2 1)
(define (bytevector-uint-set! bytes k number endianness size)
  (%write! bytes k number endianness size #f 'bytevector-uint-set!))

;;> (bytevector-sint-set! bytevector k number endianness size): the same with a
;;> sign. Raises type, range, frozen. R6RS libraries 2.
;;> Example: (let ((b (make-bytevector 3 0))) (bytevector-sint-set! b 0 -2 'big 3) b) => #u8(255 255 254)
(define (bytevector-sint-set! bytes k number endianness size)
  (%write! bytes k number endianness size #t 'bytevector-sint-set!))

;;> (bytevector->u8-list bytevector): a list of the bytes. Raises type. R6RS
;;> libraries 2.
;;> Example: (bytevector->u8-list #u8(1 2)) => (1 2)
(define (bytevector->u8-list bytes)
  (%list bytes 'little 1 #f 'bytevector->u8-list))

;;> (u8-list->bytevector list): a bytevector of the bytes. Raises type. R6RS
;;> libraries 2.
;;> Example: (u8-list->bytevector '(1 2)) => #u8(1 2)
(define (u8-list->bytevector list)
  (%from-list list 'little 1 #f 'u8-list->bytevector))

(define (%list bytes endianness size signed? who)
  (%check-size size who)
  (if (not (bytevector? bytes)) (%type-error who "a bytevector" bytes))
  (if (not (= 0 (modulo (bytevector-length bytes) size)))
      (%error-of-kind 'range who "the bytes are no whole number of integers"
                      bytes))
  (let loop ((k (- (bytevector-length bytes) size)) (list '()))
    (if (< k 0)
        list
        (loop (- k size)
              (cons (%read bytes k endianness size signed? who) list)))))

(define (%from-list list endianness size signed? who)
  (%check-size size who)
  (%order endianness who)
  (let ((bytes (make-bytevector (* size (length (%require-list list who))) 0)))
    (let loop ((k 0) (rest list))
      (if (null? rest)
          bytes
          (begin
            (%write! bytes k (car rest) endianness size signed? who)
            (loop (+ k size) (cdr rest)))))))

;;> (bytevector->uint-list bytevector endianness size): a list of its integers
;;> of so many bytes. Raises type, range. R6RS libraries 2.
;;> Example: (bytevector->uint-list #u8(0 1 0 2) 'big 2) => (1 2)
(define (bytevector->uint-list bytes endianness size)
  (%list bytes endianness size #f 'bytevector->uint-list))

;;> (bytevector->sint-list bytevector endianness size): the same with signs.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (bytevector->sint-list #u8(0 1 255 254) 'big 2) => (1 -2)
(define (bytevector->sint-list bytes endianness size)
  (%list bytes endianness size #t 'bytevector->sint-list))

;;> (uint-list->bytevector list endianness size): a bytevector of the integers,
;;> so many bytes each. Raises type. R6RS libraries 2.
;;> Example: (uint-list->bytevector '(1 2) 'big 2) => #u8(0 1 0 2)
(define (uint-list->bytevector list endianness size)
  (%from-list list endianness size #f 'uint-list->bytevector))

;;> (sint-list->bytevector list endianness size): the same with signs. Raises
;;> type. R6RS libraries 2.
;;> Example: (sint-list->bytevector '(1 -2) 'big 2) => #u8(0 1 255 254)
(define (sint-list->bytevector list endianness size)
  (%from-list list endianness size #t 'sint-list->bytevector))

(define (%check-string string who)
  (if (not (string? string)) (%type-error who "a string" string)))

;;> (string->utf16 string [endianness]): the characters in UTF-16, the largest
;;> byte first if nothing else is said, without a mark. Raises type. R6RS
;;> libraries 2.
;;> Example: (string->utf16 "a") => #u8(0 97)
(define string->utf16
  (case-lambda
    ((string) (string->utf16 string 'big))
    ((string endianness)
     (%check-string string 'string->utf16)
     (if (= 16 (%order endianness 'string->utf16))
         (textual->utf16be string)
         (textual->utf16le string)))))

;;> (string->utf32 string [endianness]): the same in UTF-32. Raises type. R6RS
;;> libraries 2.
;;> Example: (string->utf32 "a" 'little) => #u8(97 0 0 0)
(define string->utf32
  (case-lambda
    ((string) (string->utf32 string 'big))
    ((string endianness)
     (%check-string string 'string->utf32)
     (%from-list (map char->integer (string->list string)) endianness 4 #f
                 'string->utf32))))

;; Calls `result` with the endianness that counts, and how many bytes a mark
;; takes: one that is there counts, unless the given one is mandatory.
(define (%marked bytes endianness mandatory? size who result)
  (%order endianness who)
  (if (not (bytevector? bytes)) (%type-error who "a bytevector" bytes))
  (if (not (= 0 (modulo (bytevector-length bytes) size)))
      (%error-of-kind 'range who "the bytes are no whole number of units"
                      bytes))
  (let ((mark? (lambda (endianness)
                 (and (not mandatory?)
                      (>= (bytevector-length bytes) size)
                      (= 65279 (bytevector-uint-ref bytes 0 endianness
                                                    size))))))
    (cond ((mark? 'big) (result 'big size))
          ((mark? 'little) (result 'little size))
          (else (result endianness 0)))))

;;> (utf16->string bytevector endianness [mandatory?]): the string of bytes in
;;> UTF-16. A mark at the beginning counts more than the endianness and is left
;;> out, unless that is mandatory. Raises type, range. R6RS libraries 2.
;;> Example: (utf16->string #u8(255 254 97 0) 'big) => "a"
(define utf16->string
  (case-lambda
    ((bytes endianness) (utf16->string bytes endianness #f))
    ((bytes endianness mandatory?)
     (%marked bytes endianness mandatory? 2 'utf16->string
              (lambda (endianness start)
                (textual->string
                 (if (eq? endianness 'big)
                     (utf16be->text bytes start)
                     (utf16le->text bytes start))))))))

;;> (utf32->string bytevector endianness [mandatory?]): the same in UTF-32.
;;> Raises type, range. R6RS libraries 2.
;;> Example: (utf32->string #u8(0 0 0 97) 'big) => "a"
(define utf32->string
  (case-lambda
    ((bytes endianness) (utf32->string bytes endianness #f))
    ((bytes endianness mandatory?)
     (%marked bytes endianness mandatory? 4 'utf32->string
              (lambda (endianness start)
                (list->string
                 (map (lambda (code)
                        (if (or (> code 1114111) (<= 55296 code 57343))
                            (%error-of-kind 'range 'utf32->string
                                            "no character has the code" code))
                        (integer->char code))
                      (bytevector->uint-list (bytevector-copy bytes start)
                                             endianness 4))))))))
