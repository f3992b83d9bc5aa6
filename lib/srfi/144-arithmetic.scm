;;; Arithmetic and functions of flonums. Where C99 has a function, the result is
;;; what it says: a function is NaN where it is not real.

(define (%extreme better? start numbers who)
  (let loop ((rest numbers) (best start))
    (if (null? rest)
        best
        (let ((x (%check (car rest) who)))
          (loop (cdr rest)
                (if (or (nan? best) (better? x best)) x best))))))

;;> (flmax x ...): the greatest that is not NaN, or -inf.0. Raises type. SRFI
;;> 144.
;;> Example: (flmax 1.0 +nan.0 3.0) => 3.0
(define (flmax . numbers)
  (if (null? numbers)
      -inf.0
      (%extreme > (%check (car numbers) 'flmax) (cdr numbers) 'flmax)))

;;> (flmin x ...): the least that is not NaN, or +inf.0. Raises type. SRFI 144.
;;> Example: (flmin 1.0 +nan.0 3.0) => 1.0
(define (flmin . numbers)
  (if (null? numbers)
      +inf.0
      (%extreme < (%check (car numbers) 'flmin) (cdr numbers) 'flmin)))

(define (%fold operate x rest who)
  (let loop ((result (%check x who)) (rest rest))
    (if (null? rest)
        result
        (loop (operate result (%check (car rest) who)) (cdr rest)))))

;;> (fl+ x ...): the sum. Raises type. SRFI 144.
;;> Example: (fl+ 1.0 2.0 3.5) => 6.5
(define fl+
  (case-lambda
    (() 0.0)
    ((x y) (+ (%check x 'fl+) (%check y 'fl+)))
    ((x . rest) (%fold + x rest 'fl+))))

;;> (fl* x ...): the product. Raises type. SRFI 144.
;;> Example: (fl* 2.0 3.0 0.5) => 3.0
(define fl*
  (case-lambda
    (() 1.0)
    ((x y) (* (%check x 'fl*) (%check y 'fl*)))
    ((x . rest) (%fold * x rest 'fl*))))

;;> (fl- x y ...): the difference, or the negative of one. Raises type. SRFI
;;> 144.
;;> Example: (list (fl- 5.0 2.0 1.0) (fl- 0.0)) => (2.0 -0.0)
(define fl-
  (case-lambda
    ((x) (- (%check x 'fl-)))
    ((x . rest) (%fold - x rest 'fl-))))

;;> (fl/ x y ...): the quotient, or the reciprocal of one. Raises type. SRFI
;;> 144.
;;> Example: (list (fl/ 6.0 2.0 2.0) (fl/ 0.0)) => (1.5 +inf.0)
(define fl/
  (case-lambda
    ((x) (/ 1.0 (%check x 'fl/)))
    ((x . rest) (%fold / x rest 'fl/))))

;;> (fl+* x y z): x times y plus z, rounded once. Raises type. SRFI 144.
;;> Example: (fl+* 2.0 3.0 1.0) => 7.0
(define (fl+* x y z) (%primitive %multiply-add x y z))

;;> (flabs x): its absolute value. Raises type. SRFI 144.
;;> Example: (flabs -1.5) => 1.5
(define (flabs x) (abs (%check x 'flabs)))

;;> (flabsdiff x y): the absolute value of the difference. Raises type. SRFI
;;> 144.
;;> Example: (flabsdiff 1.0 3.5) => 2.5
(define (flabsdiff x y)
  (abs (- (%check x 'flabsdiff) (%check y 'flabsdiff))))

;;> (flposdiff x y): the difference, or 0 if it is negative. Raises type. SRFI
;;> 144.
;;> Example: (list (flposdiff 3.0 1.0) (flposdiff 1.0 3.0)) => (2.0 0.0)
(define (flposdiff x y)
  (%check-all (list x y) 'flposdiff)
  (cond ((or (nan? x) (nan? y)) +nan.0)
        ((> x y) (- x y))
        (else 0.0)))

;;> (flsgn x): 1.0 with the sign of x. Raises type. SRFI 144.
;;> Example: (map flsgn '(5.0 -0.0)) => (1.0 -1.0)
(define (flsgn x) (flcopysign 1.0 (%check x 'flsgn)))

;;> (flnumerator x): the numerator of x as a fraction in lowest terms. Raises
;;> type. SRFI 144.
;;> Example: (flnumerator 0.75) => 3.0
(define (flnumerator x)
  (%check x 'flnumerator)
  (if (= x 0.0) x (numerator x)))

;;> (fldenominator x): the denominator of x, which is positive. Raises type.
;;> SRFI 144.
;;> Example: (fldenominator -0.75) => 4.0
(define (fldenominator x)
  (%check x 'fldenominator)
  (if (nan? x) x (denominator x)))

;;> (flfloor x): x rounded down. Raises type. SRFI 144.
;;> Example: (flfloor -1.5) => -2.0
(define (flfloor x) (floor (%check x 'flfloor)))

;;> (flceiling x): x rounded up. Raises type. SRFI 144.
;;> Example: (flceiling -1.5) => -1.0
(define (flceiling x) (ceiling (%check x 'flceiling)))

;;> (flround x): the nearest integer, of two the even one. Raises type. SRFI
;;> 144.
;;> Example: (map flround '(2.5 3.5)) => (2.0 4.0)
(define (flround x) (round (%check x 'flround)))

;;> (fltruncate x): x rounded towards 0. Raises type. SRFI 144.
;;> Example: (fltruncate -1.5) => -1.0
(define (fltruncate x) (truncate (%check x 'fltruncate)))

;;> (flexp x): e to x. Raises type. SRFI 144.
;;> Example: (flexp 0.0) => 1.0
(define (flexp x) (exp (%check x 'flexp)))

;;> (flexp2 x): 2 to x. Raises type. SRFI 144.
;;> Example: (flexp2 3.0) => 8.0
(define (flexp2 x) (%primitive %exp2 x))

;;> (flexp-1 x): e to x, minus 1, exact near 0 too. Raises type. SRFI 144.
;;> Example: (flexp-1 1e-20) => 1e-20
(define (flexp-1 x) (%primitive %exp-1 x))

;;> (flsquare x): x times x. Raises type. SRFI 144.
;;> Example: (flsquare 3.0) => 9.0
(define (flsquare x) (* (%check x 'flsquare) x))

;;> (flsqrt x): its root, NaN below 0. Raises type. SRFI 144.
;;> Example: (flsqrt 6.25) => 2.5
(define (flsqrt x)
  (if (< (%check x 'flsqrt) 0.0) +nan.0 (sqrt x)))

;;> (flcbrt x): its cube root. Raises type. SRFI 144.
;;> Example: (flcbrt -27.0) => -3.0
(define (flcbrt x) (%primitive %cube-root x))

;;> (flhypot x y): the root of the sum of their squares. Raises type. SRFI 144.
;;> Example: (flhypot 3.0 4.0) => 5.0
(define (flhypot x y) (%primitive %hypotenuse x y))

;;> (flexpt x y): x to y, as `pow` of C99: NaN where that is not real. Raises
;;> type. SRFI 144.
;;> Example: (flexpt 2.0 -2.0) => 0.25
(define (flexpt x y)
  (%check-all (list x y) 'flexpt)
  (let ((power (expt x y)))
    (if (flonum? power) power +nan.0)))

;;> (fllog x): its natural logarithm, NaN below 0. Raises type. SRFI 144.
;;> Example: (map fllog '(1.0 0.0)) => (0.0 -inf.0)
(define (fllog x)
  (if (< (%check x 'fllog) 0.0) +nan.0 (log x)))

;;> (fllog1+ x): the logarithm of x + 1, exact near 0 too. Raises type. SRFI
;;> 144.
;;> Example: (fllog1+ 1e-20) => 1e-20
(define (fllog1+ x) (%primitive %log1+ x))

;;> (fllog2 x): the logarithm to base 2. Raises type. SRFI 144.
;;> Example: (fllog2 8.0) => 3.0
(define (fllog2 x) (%primitive %log2 x))

;;> (fllog10 x): the logarithm to base 10. Raises type. SRFI 144.
;;> Example: (fllog10 1000.0) => 3.0
(define (fllog10 x) (%primitive %log10 x))

;;> (make-fllog-base x): a procedure that returns the logarithm to base x, which
;;> is above 1. Raises type, range. SRFI 144.
;;> Example: ((make-fllog-base 2.0) 8.0) => 3.0
(define (make-fllog-base x)
  (%check x 'make-fllog-base)
  (cond ((not (> x 1.0))
         (%error-of-kind 'range 'make-fllog-base "the base is not above 1" x))
        ((= x 2.0) fllog2)
        ((= x 10.0) fllog10)
        (else
         (let ((divisor (log x)))
           (lambda (y) (/ (fllog y) divisor))))))
