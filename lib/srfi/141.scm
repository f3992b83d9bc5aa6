;;; Division of integers: n = d * quotient + remainder in each of them. They
;;; differ in how the quotient is rounded. The division by floor is that of
;;; R7RS, and the others step from it to the next quotient where they have to:
;;; so the remainders of inexact integers are exact too.

(define (%check-integers n d who)
  (if (not (integer? n)) (%type-error who "an integer" n))
  (if (not (integer? d)) (%type-error who "an integer" d))
  (if (and (exact? d) (= d 0))
      (%error-of-kind 'divide-by-zero who "division by zero" n)))

;; Divides by floor; the quotient is one more where (up? n d quotient
;; remainder).
(define (%divide n d who up? result)
  (%check-integers n d who)
  (call-with-values
   (lambda () (floor/ n d))
   (lambda (quotient remainder)
     (if (up? d quotient remainder)
         (result (+ quotient 1) (- remainder d))
         (result quotient remainder)))))

(define (%first quotient remainder) quotient)
(define (%second quotient remainder) remainder)

(define (%up-for-ceiling? d quotient remainder) (not (= remainder 0)))

;; The remainder has the sign of d here, and must not be negative.
(define (%up-for-euclid? d quotient remainder) (< remainder 0))

;; Compares with what is left to d, since twice the remainder may be too large
;; for a flonum.
(define (%up-for-round? d quotient remainder)
  (let ((below (abs remainder)) (above (abs (- d remainder))))
    (or (> below above) (and (= below above) (odd? quotient)))))

;; -|d/2| <= remainder < |d/2|
(define (%up-for-balance? d quotient remainder)
  (if (> d 0)
      (>= remainder (- d remainder))
      (< remainder (- d remainder))))

;;> (ceiling/ n d): the quotient of two integers rounded up, and the remainder.
;;> Raises type, divide-by-zero. SRFI 141.
;;> Example: (call-with-values (lambda () (ceiling/ 7 2)) list) => (4 -1)
(define (ceiling/ n d) (%divide n d 'ceiling/ %up-for-ceiling? values))

;;> (ceiling-quotient n d): that quotient. Raises type, divide-by-zero. SRFI
;;> 141.
;;> Example: (ceiling-quotient -7 2) => -3
(define (ceiling-quotient n d)
  (%divide n d 'ceiling-quotient %up-for-ceiling? %first))

;;> (ceiling-remainder n d): that remainder, whose sign is not that of d.
;;> Raises type, divide-by-zero. SRFI 141.
;;> Example: (ceiling-remainder 7 2) => -1
(define (ceiling-remainder n d)
  (%divide n d 'ceiling-remainder %up-for-ceiling? %second))

;;> (euclidean/ n d): the quotient of two integers whose remainder is not
;;> negative, and that remainder. Raises type, divide-by-zero. SRFI 141.
;;> Example: (call-with-values (lambda () (euclidean/ -7 -2)) list) => (4 1)
(define (euclidean/ n d) (%divide n d 'euclidean/ %up-for-euclid? values))

;;> (euclidean-quotient n d): that quotient. Raises type, divide-by-zero.
;;> SRFI 141.
;;> Example: (euclidean-quotient 7 -2) => -3
(define (euclidean-quotient n d)
  (%divide n d 'euclidean-quotient %up-for-euclid? %first))

;;> (euclidean-remainder n d): that remainder. Raises type, divide-by-zero.
;;> SRFI 141.
;;> Example: (euclidean-remainder -7 2) => 1
(define (euclidean-remainder n d)
  (%divide n d 'euclidean-remainder %up-for-euclid? %second))

;;> (round/ n d): the quotient of two integers rounded to the nearest, the even
;;> one of two that are as near, and the remainder. Raises type,
;;> divide-by-zero. SRFI 141.
;;> Example: (call-with-values (lambda () (round/ 7 2)) list) => (4 -1)
(define (round/ n d) (%divide n d 'round/ %up-for-round? values))

;;> (round-quotient n d): that quotient. Raises type, divide-by-zero. SRFI 141.
;;> Example: (round-quotient 5 2) => 2
(define (round-quotient n d)
  (%divide n d 'round-quotient %up-for-round? %first))

;;> (round-remainder n d): that remainder. Raises type, divide-by-zero.
;;> SRFI 141.
;;> Example: (round-remainder 5 3) => -1
(define (round-remainder n d)
  (%divide n d 'round-remainder %up-for-round? %second))

;;> (balanced/ n d): the quotient of two integers whose remainder is at least
;;> -|d/2| and below |d/2|, and that remainder. Raises type, divide-by-zero.
;;> SRFI 141.
;;> Example: (call-with-values (lambda () (balanced/ 7 2)) list) => (4 -1)
(define (balanced/ n d) (%divide n d 'balanced/ %up-for-balance? values))

;;> (balanced-quotient n d): that quotient. Raises type, divide-by-zero.
;;> SRFI 141.
;;> Example: (balanced-quotient 13 4) => 3
(define (balanced-quotient n d)
  (%divide n d 'balanced-quotient %up-for-balance? %first))

;;> (balanced-remainder n d): that remainder. Raises type, divide-by-zero.
;;> SRFI 141.
;;> Example: (balanced-remainder 6 4) => -2
(define (balanced-remainder n d)
  (%divide n d 'balanced-remainder %up-for-balance? %second))
