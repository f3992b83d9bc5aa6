;;; Numbers: exact integers and rationals of any size, IEEE doubles, and complex
;;; numbers with two exact parts or two doubles.
;;; Common numbers of arguments are clauses of their own, which the compiler
;;; copies into callers as one instruction. Primitives check their arguments.

;;> (+ z ...): the sum. Raises type. R7RS 6.2.6.
;;> Example: (+ 1 2 3) => 6
(define +
  (case-lambda
    ((a b) (%primitive add a b))
    ((a) (%primitive multiply a 1))
    (() 0)
    ((a b c) (%primitive add (%primitive add a b) c))
    ((a b c d)
     (%primitive add (%primitive add (%primitive add a b) c) d))
    ((a b c d e)
     (%primitive add (%primitive add (%primitive add (%primitive add a b) c) d)
                 e))
    ((a b . rest) (%add-all (%primitive add a b) rest))))

;;> (- z): the negation. (- z1 z2 ...): what is left of the first after
;;> subtracting the others. Raises type. R7RS 6.2.6.
;;> Example: (- 10 1 2) => 7
(define -
  (case-lambda
    ((a b) (%primitive subtract a b))
    ((a) (%primitive negate a))
    ((a b c) (%primitive subtract (%primitive subtract a b) c))
    ((a b c d)
     (%primitive subtract (%primitive subtract (%primitive subtract a b) c) d))
    ((a b c d e)
     (%primitive subtract
                 (%primitive subtract
                             (%primitive subtract (%primitive subtract a b) c)
                             d)
                 e))
    ((a b . rest) (%subtract-all (%primitive subtract a b) rest))))

;;> (* z ...): the product. Raises type. R7RS 6.2.6.
;;> Example: (* 2 3 4) => 24
(define *
  (case-lambda
    ((a b) (%primitive multiply a b))
    ((a) (%primitive multiply a 1))
    (() 1)
    ((a b c) (%primitive multiply (%primitive multiply a b) c))
    ((a b c d)
     (%primitive multiply (%primitive multiply (%primitive multiply a b) c) d))
    ((a b c d e)
     (%primitive multiply
                 (%primitive multiply
                             (%primitive multiply (%primitive multiply a b) c)
                             d)
                 e))
    ((a b . rest) (%multiply-all (%primitive multiply a b) rest))))

;;> (/ z): the reciprocal. (/ z1 z2 ...): the first divided by the others.
;;> Raises type, divide-by-zero for an exact zero. R7RS 6.2.6.
;;> Example: (/ 1 3) => 1/3
(define /
  (case-lambda
    ((a b) (%primitive divide a b))
    ((a) (%primitive divide 1 a))
    ((a b c) (%primitive divide (%primitive divide a b) c))
    ((a b . rest) (%fold / (%primitive divide a b) rest))))

;; A loop for each: calls of what is passed would take most of the time.
(define (%add-all accumulator rest)
  (if (%primitive null? rest)
      accumulator
      (%add-all (%primitive add accumulator (%primitive car rest))
                (%primitive cdr rest))))

(define (%subtract-all accumulator rest)
  (if (%primitive null? rest)
      accumulator
      (%subtract-all (%primitive subtract accumulator (%primitive car rest))
                     (%primitive cdr rest))))

(define (%multiply-all accumulator rest)
  (if (%primitive null? rest)
      accumulator
      (%multiply-all (%primitive multiply accumulator (%primitive car rest))
                     (%primitive cdr rest))))

(define (%fold combine accumulator rest)
  (if (%primitive null? rest)
      accumulator
      (%fold combine (combine accumulator (%primitive car rest))
             (%primitive cdr rest))))

;; Whether the relation holds between all neighbours; looks at each argument,
;; also at one alone, so that one of the wrong type is never overlooked.
(define (%chain related? first rest)
  (if (%primitive null? rest) (related? first first))
  (let loop ((left first) (rest rest) (holds #t))
    (if (%primitive null? rest)
        holds
        (let ((right (%primitive car rest)))
          (loop right (%primitive cdr rest)
                (if (related? left right) holds #f))))))

;;> (= z1 z2 ...): whether all are equal as numbers. Raises type. R7RS 6.2.6.
;;> Example: (= 1 1.0 1) => #t
(define =
  (case-lambda
    ((a b) (%primitive = a b))
    ((a) (begin (%primitive = a a) #t))
    ((a b c)
     (let ((holds (%primitive = a b)))
       (if (%primitive = b c) holds #f)))
    ((a . rest) (%chain = a rest))))

;;> (< x1 x2 ...): whether they ascend. Raises type. R7RS 6.2.6.
;;> Example: (< 1 2 3) => #t
(define <
  (case-lambda
    ((a b) (%primitive < a b))
    ((a) (%primitive not (%primitive < a a)))
    ((a b c)
     (let ((holds (%primitive < a b)))
       (if (%primitive < b c) holds #f)))
    ((a . rest) (%chain < a rest))))

;;> (> x1 x2 ...): whether they descend. Raises type. R7RS 6.2.6.
;;> Example: (> 3 2 2) => #f
(define >
  (case-lambda
    ((a b) (%primitive > a b))
    ((a) (%primitive not (%primitive > a a)))
    ((a b c)
     (let ((holds (%primitive > a b)))
       (if (%primitive > b c) holds #f)))
    ((a . rest) (%chain > a rest))))

;;> (<= x1 x2 ...): whether none is above the next. Raises type. R7RS 6.2.6.
;;> Example: (<= 1 1 2) => #t
(define <=
  (case-lambda
    ((a b) (%primitive <= a b))
    ((a) (begin (%primitive <= a a) #t))
    ((a b c)
     (let ((holds (%primitive <= a b)))
       (if (%primitive <= b c) holds #f)))
    ((a . rest) (%chain <= a rest))))

;;> (>= x1 x2 ...): whether none is below the next. Raises type. R7RS 6.2.6.
;;> Example: (>= 3 3 4) => #f
(define >=
  (case-lambda
    ((a b) (%primitive >= a b))
    ((a) (begin (%primitive >= a a) #t))
    ((a b c)
     (let ((holds (%primitive >= a b)))
       (if (%primitive >= b c) holds #f)))
    ((a . rest) (%chain >= a rest))))

;;> (number? object): whether it is a number. R7RS 6.2.6.
;;> Example: (number? 1/2) => #t
(define (number? object) (%primitive number? object))

;;> (complex? object): whether it is a number. R7RS 6.2.6.
;;> Example: (complex? 1) => #t
(define (complex? object) (%primitive number? object))

;;> (real? object): whether it is a number without imaginary part; an inexact
;;> zero is one. R7RS 6.2.6.
;;> Example: (map real? '(1.5 1+0i 1+0.0i)) => (#t #t #f)
(define (real? object) (%primitive real? object))

;;> (rational? object): whether it is a real number, not infinite, not NaN.
;;> R7RS 6.2.6.
;;> Example: (rational? +inf.0) => #f
(define (rational? object)
  (if (%primitive real? object) (%primitive finite? object) #f))

;;> (integer? object): whether it is a whole number. R7RS 6.2.6.
;;> Example: (integer? 3.0) => #t
(define (integer? object)
  (if (%primitive exact-integer? object) #t (%primitive %integer? object)))

;;> (exact-integer? object): whether it is an exact whole number. R7RS 6.2.6.
;;> Example: (exact-integer? 3.0) => #f
(define (exact-integer? object) (%primitive exact-integer? object))

;;> (exact-rational? object): whether it is an exact real number.
;;> Example: (exact-rational? 1/2) => #t
(define (exact-rational? object) (%primitive exact-number? object))

;;> (fixnum? object): whether it is an exact integer of at most 61 bits.
;;> Example: (fixnum? 12) => #t
(define (fixnum? object) (%primitive fixnum? object))

;;> (flonum? object): whether it is an inexact real number.
;;> Example: (flonum? 1.5) => #t
(define (flonum? object) (%primitive flonum? object))

;;> (exact? z): whether the number is exact. Raises type. R7RS 6.2.6.
;;> Example: (exact? 1/2) => #t
(define (exact? z) (%primitive exact? z))

;;> (inexact? z): whether the number is inexact. Raises type. R7RS 6.2.6.
;;> Example: (inexact? 1/2) => #f
(define (inexact? z) (%primitive not (%primitive exact? z)))

;;> (finite? z): whether no part is infinite or NaN. Raises type. R7RS 6.2.6.
;;> Example: (finite? 1e300) => #t
(define (finite? z) (%primitive finite? z))

;;> (infinite? z): whether a part is +inf.0 or -inf.0. Raises type. R7RS 6.2.6.
;;> Example: (infinite? -inf.0) => #t
(define (infinite? z) (%primitive infinite? z))

;;> (nan? z): whether a part is NaN. Raises type. R7RS 6.2.6.
;;> Example: (nan? 1) => #f
(define (nan? z) (%primitive nan? z))

;;> (zero? z): whether it is zero. Raises type. R7RS 6.2.6.
;;> Example: (zero? 0.0) => #t
(define (zero? z) (%primitive zero? z))

;;> (positive? x): whether it is above zero. Raises type. R7RS 6.2.6.
;;> Example: (positive? 5) => #t
(define (positive? x) (%primitive > x 0))

;;> (negative? x): whether it is below zero. Raises type. R7RS 6.2.6.
;;> Example: (negative? 5) => #f
(define (negative? x) (%primitive < x 0))

;;> (odd? n): whether the integer is odd. Raises type. R7RS 6.2.6.
;;> Example: (odd? 3) => #t
(define (odd? n) (%primitive not (%primitive = (%primitive remainder n 2) 0)))

;;> (even? n): whether the integer is even. Raises type. R7RS 6.2.6.
;;> Example: (even? 3) => #f
(define (even? n) (%primitive = (%primitive remainder n 2) 0))

;;> (max x1 x2 ...): the greatest, inexact if any is. Raises type. R7RS 6.2.6.
;;> Example: (max 1 3 2) => 3
(define max
  (case-lambda
    ((a b) (%primitive max a b))
    ((a) (%primitive max a a))
    ((a b . rest) (%fold max (%primitive max a b) rest))))

;;> (min x1 x2 ...): the least, inexact if any is. Raises type. R7RS 6.2.6.
;;> Example: (min 2 1.0) => 1.0
(define min
  (case-lambda
    ((a b) (%primitive min a b))
    ((a) (%primitive min a a))
    ((a b . rest) (%fold min (%primitive min a b) rest))))

;;> (abs x): the magnitude. Raises type. R7RS 6.2.6.
;;> Example: (abs -7) => 7
(define (abs x) (%primitive abs x))

;;> (square z): z times z. Raises type. R7RS 6.2.6.
;;> Example: (square 1/2) => 1/4
(define (square z) (%primitive multiply z z))

;;> (quotient n d): n / d rounded towards zero. Raises type, divide-by-zero.
;;> R7RS 6.2.6.
;;> Example: (quotient -7 2) => -3
(define (quotient n d) (%primitive quotient n d))

;;> (remainder n d): what is left after quotient. Raises type, divide-by-zero.
;;> R7RS 6.2.6.
;;> Example: (remainder -7 2) => -1
(define (remainder n d) (%primitive remainder n d))

;;> (modulo n d): what is left after floor-quotient. Raises type,
;;> divide-by-zero. R7RS 6.2.6.
;;> Example: (modulo -7 2) => 1
(define (modulo n d) (%primitive modulo n d))

;;> (truncate-quotient n d): the same as quotient. R7RS 6.2.6.
;;> Example: (truncate-quotient 7 -2) => -3
(define (truncate-quotient n d) (%primitive quotient n d))

;;> (truncate-remainder n d): the same as remainder. R7RS 6.2.6.
;;> Example: (truncate-remainder 7 -2) => 1
(define (truncate-remainder n d) (%primitive remainder n d))

;;> (floor-quotient n d): n / d rounded down. Raises type, divide-by-zero. R7RS
;;> 6.2.6.
;;> Example: (floor-quotient -7 2) => -4
(define (floor-quotient n d) (%primitive floor-quotient n d))

;;> (floor-remainder n d): the same as modulo. R7RS 6.2.6.
;;> Example: (floor-remainder 7 -2) => -1
(define (floor-remainder n d) (%primitive modulo n d))

;;> (floor/ n d): floor-quotient and floor-remainder as two values. R7RS 6.2.6.
;;> Example: (call-with-values (lambda () (floor/ -7 2)) list) => (-4 1)
(define (floor/ n d)
  (values (%primitive floor-quotient n d) (%primitive modulo n d)))

;;> (truncate/ n d): quotient and remainder as two values. R7RS 6.2.6.
;;> Example: (call-with-values (lambda () (truncate/ -7 2)) list) => (-3 -1)
(define (truncate/ n d)
  (values (%primitive quotient n d) (%primitive remainder n d)))

;;> (gcd n ...): the greatest common divisor. Raises type. R7RS 6.2.6.
;;> Example: (gcd 32 -36) => 4
(define gcd
  (case-lambda
    ((a b) (%primitive gcd a b))
    (() 0)
    ((a) (%primitive gcd a 0))
    ((a . rest) (%fold gcd a rest))))

;;> (lcm n ...): the least common multiple. Raises type. R7RS 6.2.6.
;;> Example: (lcm 32 -36) => 288
(define lcm
  (case-lambda
    ((a b) (%primitive lcm a b))
    (() 1)
    ((a) (%primitive lcm a 1))
    ((a . rest) (%fold lcm a rest))))

;;> (numerator q): that of the fraction in lowest terms. Raises type. R7RS
;;> 6.2.6.
;;> Example: (numerator 6/4) => 3
(define (numerator q) (%primitive numerator q))

;;> (denominator q): that of the fraction in lowest terms. Raises type. R7RS
;;> 6.2.6.
;;> Example: (denominator 6/4) => 2
(define (denominator q) (%primitive denominator q))
