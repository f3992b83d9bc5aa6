;;; What flonums are made of, and what can be asked of them.

(define (%check x who)
  (if (flonum? x) x (%type-error who "a flonum" x)))

(define (%check-all numbers who)
  (for-each (lambda (x) (%check x who)) numbers))

;; The bits of a flonum as an integer, and back. 11 is the form of a flonum of
;; eight bytes, 3 that of an integer.
(define (%bits x)
  (let ((bytes (make-bytevector 8 0)))
    (%primitive %bytevector-number-set! bytes 0 11 x)
    (%primitive %bytevector-number bytes 0 3)))

(define (%from-bits bits)
  (let ((bytes (make-bytevector 8 0)))
    (%primitive %bytevector-number-set! bytes 0 3 bits)
    (%primitive %bytevector-number bytes 0 11)))

(define %sign-bit 9223372036854775808)
(define %fraction-size 4503599627370496)

(define (%negative? x) (>= (%bits x) %sign-bit))

;; The field of the exponent: 0 for zero and what is denormalized, 2047 for
;; infinities and NaN.
(define (%exponent-field x)
  (modulo (quotient (%bits x) %fraction-size) 2048))

;;> (flonum number): the flonum nearest to a real number. Raises type. SRFI 144.
;;> Example: (flonum 1/3) => 0.3333333333333333
(define (flonum number)
  (if (real? number)
      (inexact number)
      (%type-error 'flonum "a real number" number)))

;;> (fladjacent x y): the flonum next to x on the side of y, or x if they are
;;> equal. Raises type. SRFI 144.
;;> Example: (fladjacent 1.0 2.0) => 1.0000000000000002
(define (fladjacent x y)
  (%check x 'fladjacent)
  (%check y 'fladjacent)
  (cond ((nan? x) x)
        ((nan? y) y)
        ((= x y) x)
        ((= x 0.0) (flcopysign fl-least y))
        ((eq? (< x y) (> x 0.0)) (%from-bits (+ (%bits x) 1)))
        (else (%from-bits (- (%bits x) 1)))))

;;> (flcopysign x y): the absolute value of x with the sign of y. Raises type.
;;> SRFI 144.
;;> Example: (flcopysign 1.5 -0.0) => -1.5
(define (flcopysign x y)
  (%check x 'flcopysign)
  (%check y 'flcopysign)
  (let ((size (modulo (%bits x) %sign-bit)))
    (%from-bits (if (%negative? y) (+ size %sign-bit) size))))

;;> (make-flonum x n): x times 2 to n, rounded once. Raises type. SRFI 144.
;;> Example: (make-flonum 0.75 3) => 6.0
(define (make-flonum x n)
  (%check x 'make-flonum)
  (if (not (exact-integer? n)) (%type-error 'make-flonum "an exact integer" n))
  (if (and (finite? x) (not (= x 0.0)))
      ;; More than any flonum needs.
      (let ((n (max -2200 (min 2200 n))))
        (flcopysign (inexact (* (exact x) (expt 2 n))) x))
      x))

;;> (flinteger-fraction x): the integral part of x and the rest. Raises type.
;;> SRFI 144.
;;> Example: (call-with-values (lambda () (flinteger-fraction -1.5)) list) => (-1.0 -0.5)
(define (flinteger-fraction x)
  (%check x 'flinteger-fraction)
  (if (infinite? x)
      (values x (flcopysign 0.0 x))
      (let ((whole (truncate x)))
        (values whole (flcopysign (- x whole) x)))))

;; The exponent of a flonum that is finite and not 0.
(define (%exponent x)
  (let ((field (%exponent-field x)))
    (if (= field 0)
        (- (%primitive integer-length (modulo (%bits x) %fraction-size)) 1075)
        (- field 1023))))

;;> (flexponent x): the greatest exponent of a power of 2 that is not above the
;;> absolute value of x. Raises type. SRFI 144.
;;> Example: (map flexponent '(1.0 10.0 0.3 0.0)) => (0.0 3.0 -2.0 -inf.0)
(define (flexponent x)
  (%check x 'flexponent)
  (cond ((nan? x) x)
        ((infinite? x) +inf.0)
        ((= x 0.0) -inf.0)
        (else (inexact (%exponent x)))))

;;> (flinteger-exponent x): the same as an exact integer; a very large one for
;;> an infinity. Raises type. SRFI 144.
;;> Example: (map flinteger-exponent '(1.0 10.0 0.3)) => (0 3 -2)
(define (flinteger-exponent x)
  (%check x 'flinteger-exponent)
  (cond ((nan? x) fl-integer-exponent-nan)
        ((infinite? x) 2147483647)
        ((= x 0.0) fl-integer-exponent-zero)
        (else (%exponent x))))

;;> (flnormalized-fraction-exponent x): y and n, so that x is y times 2 to n and
;;> the absolute value of y at least 0.5 and below 1. Raises type. SRFI 144.
;;> Example: (call-with-values (lambda () (flnormalized-fraction-exponent 6.0)) list) => (0.75 3)
(define (flnormalized-fraction-exponent x)
  (%check x 'flnormalized-fraction-exponent)
  (if (and (finite? x) (not (= x 0.0)))
      (let ((n (+ (%exponent x) 1)))
        (values (make-flonum x (- n)) n))
      (values x 0)))

;;> (flsign-bit x): 1 for negative flonums and -0.0, otherwise 0. Raises type.
;;> SRFI 144.
;;> Example: (map flsign-bit '(-1.0 -0.0 0.0)) => (1 1 0)
(define (flsign-bit x) (if (%negative? (%check x 'flsign-bit)) 1 0))

;;> (flonum? object): whether it is a flonum. SRFI 144.
;;> Example: (map flonum? '(1.5 1)) => (#t #f)

(define (%compare related? x rest who)
  (let loop ((x (%check x who)) (rest rest) (result #t))
    (if (null? rest)
        result
        (loop (%check (car rest) who) (cdr rest)
              (and (related? x (car rest)) result)))))

;;> (fl=? x y ...): whether they are equal. Raises type. SRFI 144.
;;> Example: (fl=? 0.0 -0.0) => #t
(define (fl=? x . rest) (%compare = x rest 'fl=?))

;;> (fl<? x y ...): whether they ascend. Raises type. SRFI 144.
;;> Example: (fl<? 1.0 2.0 3.0) => #t
(define (fl<? x . rest) (%compare < x rest 'fl<?))

;;> (fl>? x y ...): whether they descend. Raises type. SRFI 144.
;;> Example: (fl>? 3.0 2.0 2.0) => #f
(define (fl>? x . rest) (%compare > x rest 'fl>?))

;;> (fl<=? x y ...): whether they do not descend. Raises type. SRFI 144.
;;> Example: (fl<=? 1.0 2.0 2.0) => #t
(define (fl<=? x . rest) (%compare <= x rest 'fl<=?))

;;> (fl>=? x y ...): whether they do not ascend. Raises type. SRFI 144.
;;> Example: (fl>=? 3.0 +nan.0) => #f
(define (fl>=? x . rest) (%compare >= x rest 'fl>=?))

;;> (flunordered? x y): whether one of them is NaN. Raises type. SRFI 144.
;;> Example: (flunordered? 1.0 +nan.0) => #t
(define (flunordered? x y)
  (%check-all (list x y) 'flunordered?)
  (or (nan? x) (nan? y)))

;;> (flinteger? x): whether it is integral. Raises type. SRFI 144.
;;> Example: (map flinteger? '(2.0 2.5 +inf.0)) => (#t #f #f)
(define (flinteger? x) (integer? (%check x 'flinteger?)))

;;> (flzero? x): whether it is 0. Raises type. SRFI 144.
;;> Example: (flzero? -0.0) => #t
(define (flzero? x) (= (%check x 'flzero?) 0.0))

;;> (flpositive? x): whether it is above 0. Raises type. SRFI 144.
;;> Example: (flpositive? 0.0) => #f
(define (flpositive? x) (> (%check x 'flpositive?) 0.0))

;;> (flnegative? x): whether it is below 0. Raises type. SRFI 144.
;;> Example: (flnegative? -0.0) => #f
(define (flnegative? x) (< (%check x 'flnegative?) 0.0))

(define (%check-integer x who)
  (if (integer? (%check x who)) x (%type-error who "an integral flonum" x)))

;;> (flodd? x): whether it is odd. Raises type. SRFI 144.
;;> Example: (flodd? 3.0) => #t
(define (flodd? x) (odd? (%check-integer x 'flodd?)))

;;> (fleven? x): whether it is even. Raises type. SRFI 144.
;;> Example: (fleven? 3.0) => #f
(define (fleven? x) (even? (%check-integer x 'fleven?)))

;;> (flfinite? x): whether it is no infinity and no NaN. Raises type. SRFI 144.
;;> Example: (map flfinite? '(1.0 +inf.0 +nan.0)) => (#t #f #f)
(define (flfinite? x) (finite? (%check x 'flfinite?)))

;;> (flinfinite? x): whether it is an infinity. Raises type. SRFI 144.
;;> Example: (map flinfinite? '(1.0 -inf.0 +nan.0)) => (#f #t #f)
(define (flinfinite? x) (infinite? (%check x 'flinfinite?)))

;;> (flnan? x): whether it is NaN. Raises type. SRFI 144.
;;> Example: (flnan? +nan.0) => #t
(define (flnan? x) (nan? (%check x 'flnan?)))

;;> (flnormalized? x): whether it is finite and has all 53 bits. Raises type.
;;> SRFI 144.
;;> Example: (map flnormalized? '(1.0 1e-310 0.0 +inf.0)) => (#t #f #f #f)
(define (flnormalized? x)
  (< 0 (%exponent-field (%check x 'flnormalized?)) 2047))

;;> (fldenormalized? x): whether it is so small that it has fewer bits. Raises
;;> type. SRFI 144.
;;> Example: (map fldenormalized? '(1.0 1e-310 0.0)) => (#f #t #f)
(define (fldenormalized? x)
  (%check x 'fldenormalized?)
  (and (= 0 (%exponent-field x)) (not (= x 0.0))))
