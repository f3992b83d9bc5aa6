;;; Functions of flonums: circles, hyperbolas, division, and the special ones.

;;> (flsin x): its sine. Raises type. SRFI 144.
;;> Example: (flsin 0.0) => 0.0
(define (flsin x) (sin (%check x 'flsin)))

;;> (flcos x): its cosine. Raises type. SRFI 144.
;;> Example: (flcos 0.0) => 1.0
(define (flcos x) (cos (%check x 'flcos)))

;;> (fltan x): its tangent. Raises type. SRFI 144.
;;> Example: (fltan 0.0) => 0.0
(define (fltan x) (tan (%check x 'fltan)))

(define (%within-one x who)
  (if (<= -1.0 (%check x who) 1.0) x +nan.0))

;;> (flasin x): its arcsine, NaN beyond -1 to 1. Raises type. SRFI 144.
;;> Example: (flasin 0.0) => 0.0
(define (flasin x) (asin (%within-one x 'flasin)))

;;> (flacos x): its arccosine, NaN beyond -1 to 1. Raises type. SRFI 144.
;;> Example: (flacos 1.0) => 0.0
(define (flacos x) (acos (%within-one x 'flacos)))

;;> (flatan [y] x): its arctangent; with two, the angle of the point x, y.
;;> Raises type. SRFI 144.
;;> Example: (list (flatan 0.0) (flatan 1.0 -1.0)) => (0.0 2.356194490192345)
(define flatan
  (case-lambda
    ((x) (atan (%check x 'flatan)))
    ((y x) (atan (%check y 'flatan) (%check x 'flatan)))))

;;> (flsinh x): its hyperbolic sine. Raises type. SRFI 144.
;;> Example: (flsinh 0.0) => 0.0
(define (flsinh x) (%primitive %sinh x))

;;> (flcosh x): its hyperbolic cosine. Raises type. SRFI 144.
;;> Example: (flcosh 0.0) => 1.0
(define (flcosh x) (%primitive %cosh x))

;;> (fltanh x): its hyperbolic tangent. Raises type. SRFI 144.
;;> Example: (fltanh 50.0) => 1.0
(define (fltanh x) (%primitive %tanh x))

;;> (flasinh x): its inverse hyperbolic sine. Raises type. SRFI 144.
;;> Example: (flasinh 0.0) => 0.0
(define (flasinh x) (%primitive %asinh x))

;;> (flacosh x): its inverse hyperbolic cosine, NaN below 1. Raises type. SRFI
;;> 144.
;;> Example: (flacosh 1.0) => 0.0
(define (flacosh x) (%primitive %acosh x))

;;> (flatanh x): its inverse hyperbolic tangent, NaN beyond -1 to 1. Raises
;;> type. SRFI 144.
;;> Example: (map flatanh '(0.0 1.0)) => (0.0 +inf.0)
(define (flatanh x) (%primitive %atanh x))

;; What division by y can be done exactly.
(define (%divisible? x y) (and (finite? x) (finite? y) (not (= y 0.0))))

;;> (flquotient x y): x by y, rounded towards 0. Raises type. SRFI 144.
;;> Example: (flquotient 14.0 -4.0) => -3.0
(define (flquotient x y)
  (%check-all (list x y) 'flquotient)
  (if (%divisible? x y)
      (flcopysign (inexact (truncate (/ (exact x) (exact y))))
                  (* (flsgn x) (flsgn y)))
      (truncate (/ x y))))

;; What is left of x by y, rounded so. It has the sign of x if it is 0.
(define (%rest x y round)
  (cond ((%divisible? x y)
         (let* ((x-exact (exact x))
                (y-exact (exact y))
                (quotient (round (/ x-exact y-exact)))
                (rest (- x-exact (* quotient y-exact))))
           (values (if (= rest 0) (flcopysign 0.0 x) (inexact rest))
                   quotient)))
        ((and (finite? x) (infinite? y)) (values x 0))
        (else (values +nan.0 0))))

;;> (flremainder x y): what that quotient leaves, exactly. Raises type. SRFI
;;> 144.
;;> Example: (flremainder 14.0 -4.0) => 2.0
(define (flremainder x y)
  (%check-all (list x y) 'flremainder)
  (call-with-values (lambda () (%rest x y truncate))
    (lambda (rest quotient) rest)))

;;> (flremquo x y): what the quotient leaves if it is rounded to the nearest
;;> integer; and the last 31 bits of that, with its sign. Raises type. SRFI 144.
;;> Example: (call-with-values (lambda () (flremquo 14.0 -4.0)) list) => (-2.0 -4)
(define (flremquo x y)
  (%check-all (list x y) 'flremquo)
  (call-with-values (lambda () (%rest x y round))
    (lambda (rest quotient)
      (values rest (truncate-remainder quotient 2147483648)))))

;;> (flgamma x): the gamma function, (x-1)! for integers; NaN for those below 0.
;;> Raises type. SRFI 144.
;;> Example: (flgamma 5.0) => 24.0
(define (flgamma x) (%primitive %gamma x))

;;> (flloggamma x): the logarithm of the absolute value of gamma, and the sign
;;> of gamma, 1.0 or -1.0. Raises type. SRFI 144.
;;> Example: (call-with-values (lambda () (flloggamma 1.0)) list) => (0.0 1.0)
(define (flloggamma x)
  (%check x 'flloggamma)
  (values (%primitive %log-gamma x)
          (cond ((= x 0.0) (flsgn x))
                ((or (> x 0.0) (integer? x) (not (finite? x))) 1.0)
                ((even? (floor x)) 1.0)
                (else -1.0))))

;;> (flfirst-bessel n x): the Bessel function of the first kind of an order, an
;;> exact integer. Raises type. SRFI 144.
;;> Example: (map (lambda (n) (flfirst-bessel n 0.0)) '(0 1)) => (1.0 0.0)
(define (flfirst-bessel n x) (%primitive %bessel-first n x))

;;> (flsecond-bessel n x): that of the second kind. Raises type. SRFI 144.
;;> Example: (flsecond-bessel 0 0.0) => -inf.0
(define (flsecond-bessel n x) (%primitive %bessel-second n x))

;;> (flerf x): the error function. Raises type. SRFI 144.
;;> Example: (map flerf '(0.0 +inf.0)) => (0.0 1.0)
(define (flerf x) (%primitive %erf x))

;;> (flerfc x): 1 minus that, exact where it is small. Raises type. SRFI 144.
;;> Example: (flerfc 0.0) => 1.0
(define (flerfc x) (%primitive %erfc x))
