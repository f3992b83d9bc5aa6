;;; Fixnums: integers of 61 bits. What is not a fixnum is not accepted, and a
;;; result that is none raises range, except where that is said.

;;> fx-width: how many bits a fixnum has. SRFI 143.
;;> Example: fx-width => 61
(define fx-width 61)

;;> fx-greatest: the greatest fixnum. SRFI 143.
;;> Example: (fixnum? (+ fx-greatest 1)) => #f
(define fx-greatest 1152921504606846975)

;;> fx-least: the least fixnum. SRFI 143.
;;> Example: (fixnum? (- fx-least 1)) => #f
(define fx-least -1152921504606846976)

(define (%check object who)
  (if (fixnum? object) object (%type-error who "a fixnum" object)))

(define (%in-range result who)
  (if (fixnum? result)
      result
      (%error-of-kind 'range who "the result is no fixnum" result)))

;;> (fx=? i j ...): whether they are equal. Raises type. SRFI 143.
;;> Example: (fx=? 1 1 1) => #t
(define (fx=? i . rest)
  (let loop ((i (%check i 'fx=?)) (rest rest) (result #t))
    (if (null? rest)
        result
        (loop (%check (car rest) 'fx=?) (cdr rest)
              (if (= i (car rest)) result #f)))))

;;> (fx<? i j ...): whether they ascend. Raises type. SRFI 143.
;;> Example: (fx<? 1 2 3) => #t
(define (fx<? i . rest)
  (let loop ((i (%check i 'fx<?)) (rest rest) (result #t))
    (if (null? rest)
        result
        (loop (%check (car rest) 'fx<?) (cdr rest)
              (if (< i (car rest)) result #f)))))

;;> (fx>? i j ...): whether they descend. Raises type. SRFI 143.
;;> Example: (fx>? 3 2 1) => #t
(define (fx>? i . rest)
  (let loop ((i (%check i 'fx>?)) (rest rest) (result #t))
    (if (null? rest)
        result
        (loop (%check (car rest) 'fx>?) (cdr rest)
              (if (> i (car rest)) result #f)))))

;;> (fx<=? i j ...): whether they do not descend. Raises type. SRFI 143.
;;> Example: (fx<=? 1 1 2) => #t
(define (fx<=? i . rest)
  (let loop ((i (%check i 'fx<=?)) (rest rest) (result #t))
    (if (null? rest)
        result
        (loop (%check (car rest) 'fx<=?) (cdr rest)
              (if (<= i (car rest)) result #f)))))

;;> (fx>=? i j ...): whether they do not ascend. Raises type. SRFI 143.
;;> Example: (fx>=? 2 1 2) => #f
(define (fx>=? i . rest)
  (let loop ((i (%check i 'fx>=?)) (rest rest) (result #t))
    (if (null? rest)
        result
        (loop (%check (car rest) 'fx>=?) (cdr rest)
              (if (>= i (car rest)) result #f)))))

;;> (fxzero? i): whether it is 0. Raises type. SRFI 143.
;;> Example: (fxzero? 0) => #t
(define (fxzero? i) (zero? (%check i 'fxzero?)))

;;> (fxpositive? i): whether it is positive. Raises type. SRFI 143.
;;> Example: (fxpositive? 1) => #t
(define (fxpositive? i) (positive? (%check i 'fxpositive?)))

;;> (fxnegative? i): whether it is negative. Raises type. SRFI 143.
;;> Example: (fxnegative? -1) => #t
(define (fxnegative? i) (negative? (%check i 'fxnegative?)))

;;> (fxodd? i): whether it is odd. Raises type. SRFI 143.
;;> Example: (fxodd? 3) => #t
(define (fxodd? i) (odd? (%check i 'fxodd?)))

;;> (fxeven? i): whether it is even. Raises type. SRFI 143.
;;> Example: (fxeven? 3) => #f
(define (fxeven? i) (even? (%check i 'fxeven?)))

;;> (fxmax i j ...): the greatest. Raises type. SRFI 143.
;;> Example: (fxmax 1 3 2) => 3
(define (fxmax i . rest)
  (let loop ((result (%check i 'fxmax)) (rest rest))
    (if (null? rest)
        result
        (loop (max result (%check (car rest) 'fxmax)) (cdr rest)))))

;;> (fxmin i j ...): the least. Raises type. SRFI 143.
;;> Example: (fxmin 3 1 2) => 1
(define (fxmin i . rest)
  (let loop ((result (%check i 'fxmin)) (rest rest))
    (if (null? rest)
        result
        (loop (min result (%check (car rest) 'fxmin)) (cdr rest)))))

;;> (fx+ i j): the sum. Raises type, range. SRFI 143.
;;> Example: (fx+ 1 2) => 3
(define (fx+ i j)
  (%in-range (+ (%check i 'fx+) (%check j 'fx+))
             'fx+))

;;> (fx- i j): the difference. Raises type, range. SRFI 143.
;;> Example: (fx- 1 2) => -1
(define (fx- i j)
  (%in-range (- (%check i 'fx-) (%check j 'fx-))
             'fx-))

;;> (fx* i j): the product. Raises type, range. SRFI 143.
;;> Example: (fx* 2 3) => 6
(define (fx* i j)
  (%in-range (* (%check i 'fx*) (%check j 'fx*))
             'fx*))

;;> (fxquotient i j): the quotient, rounded towards 0. Raises type, range,
;;> divide-by-zero. SRFI 143.
;;> Example: (fxquotient -7 2) => -3
(define (fxquotient i j)
  (%in-range (truncate-quotient (%check i 'fxquotient) (%check j 'fxquotient))
             'fxquotient))

;;> (fxremainder i j): what the quotient leaves. Raises type, divide-by-zero.
;;> SRFI 143.
;;> Example: (fxremainder -7 2) => -1
(define (fxremainder i j)
  (%in-range (truncate-remainder (%check i 'fxremainder)
                                 (%check j 'fxremainder))
             'fxremainder))

;;> (fxneg i): its negative. Raises type, range. SRFI 143.
;;> Example: (fxneg 5) => -5
(define (fxneg i) (%in-range (- (%check i 'fxneg)) 'fxneg))

;;> (fxabs i): its absolute value. Raises type, range. SRFI 143.
;;> Example: (fxabs -5) => 5
(define (fxabs i) (%in-range (abs (%check i 'fxabs)) 'fxabs))

;;> (fxsquare i): its square. Raises type, range. SRFI 143.
;;> Example: (fxsquare 5) => 25
(define (fxsquare i) (%in-range (square (%check i 'fxsquare)) 'fxsquare))

;;> (fxsqrt i): the greatest root whose square is at most i, and the rest.
;;> Raises type, range. SRFI 143.
;;> Example: (call-with-values (lambda () (fxsqrt 32)) list) => (5 7)
(define (fxsqrt i) (exact-integer-sqrt (%check i 'fxsqrt)))

;; The lowest bits as a fixnum, and what is carried.
(define (%carried result)
  (let* ((half (quotient %size 2))
         (low (- (floor-remainder (+ result half) %size) half)))
    (values low (quotient (- result low) %size))))

(define %size (expt 2 fx-width))

;;> (fx+/carry i j k): the lowest bits of the sum, and what it carries. Raises
;;> type. SRFI 143.
;;> Example: (call-with-values (lambda () (fx+/carry fx-greatest 1 0)) (lambda (low high) (list (= low fx-least) high))) => (#t 1)
(define (fx+/carry i j k)
  (%carried (+ (%check i 'fx+/carry) (%check j 'fx+/carry)
               (%check k 'fx+/carry))))

;;> (fx-/carry i j k): the same of i minus j minus k. Raises type. SRFI 143.
;;> Example: (call-with-values (lambda () (fx-/carry fx-least 1 0)) (lambda (low high) (list (= low fx-greatest) high))) => (#t -1)
(define (fx-/carry i j k)
  (%carried (- (%check i 'fx-/carry) (%check j 'fx-/carry)
               (%check k 'fx-/carry))))

;;> (fx*/carry i j k): the same of i times j plus k. Raises type. SRFI 143.
;;> Example: (call-with-values (lambda () (fx*/carry 2 3 4)) list) => (10 0)
(define (fx*/carry i j k)
  (%carried (+ (* (%check i 'fx*/carry) (%check j 'fx*/carry))
               (%check k 'fx*/carry))))

;;> (fxnot i): each bit inverted. Raises type. SRFI 143.
;;> Example: (fxnot 10) => -11
(define (fxnot i) (%primitive bitwise-not (%check i 'fxnot)))

;;> (fxand i ...): the ones that all have. Raises type. SRFI 143.
;;> Example: (fxand 11 26) => 10
(define (fxand . fixnums)
  (let loop ((result -1) (rest fixnums))
    (if (null? rest)
        result
        (loop (%primitive bitwise-and result (%check (car rest) 'fxand))
              (cdr rest)))))

;;> (fxior i ...): the ones that some have. Raises type. SRFI 143.
;;> Example: (fxior 3 10) => 11
(define (fxior . fixnums)
  (let loop ((result 0) (rest fixnums))
    (if (null? rest)
        result
        (loop (%primitive bitwise-ior result (%check (car rest) 'fxior))
              (cdr rest)))))

;;> (fxxor i ...): the ones that an odd number of them have. Raises type. SRFI
;;> 143.
;;> Example: (fxxor 3 10) => 9
(define (fxxor . fixnums)
  (let loop ((result 0) (rest fixnums))
    (if (null? rest)
        result
        (loop (%primitive bitwise-xor result (%check (car rest) 'fxxor))
              (cdr rest)))))

;;> (fxif mask i j): the bits of i where the mask has ones, else those of j.
;;> Raises type. SRFI 143.
;;> Example: (fxif 3 1 8) => 9
(define (fxif mask i j) (fxior (fxand mask i) (fxand (fxnot mask) j)))

;;> (fxarithmetic-shift i count): i times 2 to the count, rounded down. Raises
;;> type, range. SRFI 143.
;;> Example: (fxarithmetic-shift 8 -1) => 4
(define (fxarithmetic-shift i count)
  (%in-range (%primitive arithmetic-shift (%check i 'fxarithmetic-shift)
                         (%check count 'fxarithmetic-shift))
             'fxarithmetic-shift))

;;> (fxarithmetic-shift-left i count): the same, for a count that is not
;;> negative. Raises type, range. SRFI 143.
;;> Example: (fxarithmetic-shift-left 8 1) => 16
(define (fxarithmetic-shift-left i count)
  (fxarithmetic-shift i (%not-negative count 'fxarithmetic-shift-left)))

;;> (fxarithmetic-shift-right i count): the same to the right. Raises type,
;;> range. SRFI 143.
;;> Example: (fxarithmetic-shift-right 8 1) => 4
(define (fxarithmetic-shift-right i count)
  (fxarithmetic-shift i (- (%not-negative count 'fxarithmetic-shift-right))))

(define (%not-negative count who)
  (if (< (%check count who) 0)
      (%error-of-kind 'range who "a negative count" count)
      count))

;;> (fxbit-count i): the ones of i, or the zeros if it is negative. Raises type.
;;> SRFI 143.
;;> Example: (fxbit-count 7) => 3
(define (fxbit-count i) (%primitive bit-count (%check i 'fxbit-count)))

;;> (fxlength i): the bits that i needs besides a sign. Raises type. SRFI 143.
;;> Example: (fxlength 8) => 4
(define (fxlength i) (%primitive integer-length (%check i 'fxlength)))

;;> (fxbit-set? index i): whether bit `index` is one. Raises type. SRFI 143.
;;> Example: (fxbit-set? 1 2) => #t
(define (fxbit-set? index i)
  (%primitive bit-set? index (%check i 'fxbit-set?)))

;;> (fxcopy-bit index i boolean): i with bit `index` one or zero. Raises type,
;;> range. SRFI 143.
;;> Example: (fxcopy-bit 2 15 #f) => 11
(define (fxcopy-bit index i boolean)
  (let ((bit (%primitive arithmetic-shift 1 index)))
    (%in-range
     (if boolean
         (%primitive bitwise-ior (%check i 'fxcopy-bit) bit)
         (%primitive bitwise-and (%check i 'fxcopy-bit)
                     (%primitive bitwise-not bit)))
     'fxcopy-bit)))

;;> (fxfirst-set-bit i): the index of the lowest one, -1 for 0. Raises type.
;;> SRFI 143.
;;> Example: (fxfirst-set-bit 40) => 3
(define (fxfirst-set-bit i)
  (%primitive first-set-bit (%check i 'fxfirst-set-bit)))

;;> (fxbit-field i start end): the bits from `start` to below `end` as an
;;> integer. Raises type. SRFI 143.
;;> Example: (fxbit-field 214 2 6) => 5
(define (fxbit-field i start end)
  (%primitive bitwise-and
              (%primitive arithmetic-shift (%check i 'fxbit-field) (- start))
              (- (%primitive arithmetic-shift 1 (- end start)) 1)))

;;> (fxbit-field-rotate i count start end): i with these bits rotated by the
;;> count towards higher ones. Raises type, range. SRFI 143.
;;> Example: (fxbit-field-rotate 6 1 0 4) => 12
(define (fxbit-field-rotate i count start end)
  (%in-range
   (bit-field-rotate (%check i 'fxbit-field-rotate) count start end)
   'fxbit-field-rotate))

;;> (fxbit-field-reverse i start end): i with these bits in reverse order.
;;> Raises type, range. SRFI 143.
;;> Example: (fxbit-field-reverse 167 0 8) => 229
(define (fxbit-field-reverse i start end)
  (%in-range (bit-field-reverse (%check i 'fxbit-field-reverse) start end)
             'fxbit-field-reverse))
