;;; Numbers, continued: rounding, exactness, real functions, numerals, chance.

;;> (floor x): the greatest whole number not above x. Raises type. R7RS 6.2.6.
;;> Example: (floor -4.3) => -5.0
(define (floor x) (%primitive floor x))

;;> (ceiling x): the least whole number not below x. Raises type. R7RS 6.2.6.
;;> Example: (ceiling 7/2) => 4
(define (ceiling x) (%primitive ceiling x))

;;> (truncate x): the whole part of x. Raises type. R7RS 6.2.6.
;;> Example: (truncate -4.3) => -4.0
(define (truncate x) (%primitive truncate x))

;;> (round x): the nearest whole number, the even one of two. Raises type. R7RS
;;> 6.2.6.
;;> Example: (round 7/2) => 4
(define (round x) (%primitive round x))

;;> (rationalize x y): the simplest number that differs from x by at most y.
;;> Raises type. R7RS 6.2.6.
;;> Example: (rationalize 3/10 1/10) => 1/3
(define (rationalize x y) (%primitive rationalize x y))

;;> (exact z): the exact number of the same value. Raises type, range for NaN
;;> and the infinities. R7RS 6.2.6.
;;> Example: (exact 2.5) => 5/2
(define (exact z) (%primitive exact z))

;;> (inexact z): the nearest double, or complex number of two. Raises type. R7RS
;;> 6.2.6.
;;> Example: (inexact 1/2) => 0.5
(define (inexact z) (%primitive inexact z))

;;> (inexact->exact z): the old name of exact.
;;> Example: (inexact->exact 2.0) => 2
(define (inexact->exact z) (%primitive exact z))

;;> (exact->inexact z): the old name of inexact.
;;> Example: (exact->inexact 2) => 2.0
(define (exact->inexact z) (%primitive inexact z))

;;> (expt base exponent): the power, exact if both are and it can be. Raises
;;> type, range for one that is too large, divide-by-zero. R7RS 6.2.6.
;;> Example: (list (expt 2 100) (expt +i 2)) => (1267650600228229401496703205376 -1)
(define (expt base exponent) (%primitive expt base exponent))

;;> (exact-integer-sqrt n): the greatest s with s*s <= n, and n - s*s. Raises
;;> type, range. R7RS 6.2.6.
;;> Example: (call-with-values (lambda () (exact-integer-sqrt 17)) list) => (4 1)
(define (exact-integer-sqrt n)
  (let ((root (%primitive %integer-sqrt n)))
    (values root (%primitive subtract n (%primitive multiply root root)))))

;;> (sqrt z): the square root whose real part is not negative, exact if it can
;;> be. Raises type. R7RS 6.2.6.
;;> Example: (map sqrt '(16 -4 -2.25)) => (4 +2i +1.5i)
(define (sqrt z) (%primitive sqrt z))

;;> (exp z): e to the power z. Raises type. R7RS 6.2.6.
;;> Example: (exp 0) => 1
(define (exp z) (%primitive exp z))

;;> (log z): the natural logarithm; of a negative number its imaginary part is
;;> pi. (log z base): that for the base. Raises type, divide-by-zero for the
;;> base 1. R7RS 6.2.6.
;;> Example: (log 1) => 0
(define log
  (case-lambda
    ((z) (%primitive log z))
    ((z base) (%primitive %log-base z base))))

;;> (sin z): the sine. Raises type. R7RS 6.2.6.
;;> Example: (sin 0) => 0
(define (sin z) (%primitive sin z))

;;> (cos z): the cosine. Raises type. R7RS 6.2.6.
;;> Example: (cos 0) => 1
(define (cos z) (%primitive cos z))

;;> (tan z): the tangent. Raises type. R7RS 6.2.6.
;;> Example: (tan 0) => 0
(define (tan z) (%primitive tan z))

;;> (asin z): the inverse of sin; complex beyond -1 and 1. Raises type. R7RS
;;> 6.2.6.
;;> Example: (asin 0) => 0
(define (asin z) (%primitive asin z))

;;> (acos z): the inverse of cos; complex beyond -1 and 1. Raises type. R7RS
;;> 6.2.6.
;;> Example: (acos 1) => 0
(define (acos z) (%primitive acos z))

;;> (atan z): the inverse of tan. (atan y x): the angle of the point (x, y).
;;> Raises type. R7RS 6.2.6.
;;> Example: (atan 0 1) => 0
(define atan
  (case-lambda
    ((z) (%primitive atan z))
    ((y x) (%primitive %atan2 y x))))

;;> (number->string z): its numeral. (number->string z radix): that in radix 2
;;> to 36. Raises type, range. R7RS 6.2.7.
;;> Example: (number->string 255 16) => "ff"
(define number->string
  (case-lambda
    ((z) (%primitive number->string z 10))
    ((z radix) (%primitive number->string z radix))))

;;> (string->number string): the number of a numeral, or #f.
;;> (string->number string radix): for radix 2 to 36. Raises type. R7RS 6.2.7.
;;> Example: (string->number "1e3") => 1000.0
(define string->number
  (case-lambda
    ((string) (%primitive string->number string 10))
    ((string radix) (%primitive string->number string radix))))

;;> (random-integer n): a random integer from 0 to below n. Raises type, range.
;;> Example: (random-integer 1) => 0
(define (random-integer n) (%primitive %random-integer n))

;;> (random-real): a random number from 0.0 to below 1.0.
;;> Example: (< -1 (random-real) 1) => #t
(define (random-real) (%primitive %random-real))
