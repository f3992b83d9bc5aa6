;;; Generators of numbers.

;; Random integers lie between this and its opposite; half of them are small.
(define %integer-max (expt 2 70))
(define %small-max 100)

(define (%random-exact-integer)
  (let ((max (if (= 0 (random-integer 2)) %small-max %integer-max)))
    (- (random-integer (+ 1 (* 2 max))) max)))

(define (%random-exact-rational)
  (/ (%random-exact-integer) (+ 1 (random-integer %small-max))))

(define (%random-inexact-integer)
  (inexact (- (random-integer (+ 1 (expt 2 54))) (expt 2 53))))

(define (%random-inexact)
  (* (- (random-real) 0.5) (expt 10.0 (random-integer 40))))

(define (%random-complex part)
  (let ((real (part))) (make-rectangular real (part))))

(define %exact-integers '(0 1 -1))
(define %exact-rationals '(0 1 -1 1/2 -1/2))
(define %exact-integer-complexes
  '(0 1 -1 +i -i 1+i 1-i -1+i -1-i))
(define %exact-complexes
  '(0 1 -1 1/2 -1/2 +i -i 1+i 1-i -1+i -1-i
    1/2+1/2i 1/2-1/2i -1/2+1/2i -1/2-1/2i))
(define %inexact-integers '(0.0 -0.0 1.0 -1.0))
(define %inexact-rationals '(0.0 -0.0 0.5 -0.5 1.0 -1.0))
(define %inexact-reals '(0.0 -0.0 0.5 -0.5 1.0 -1.0 +inf.0 -inf.0 +nan.0))
(define %inexact-complexes
  '(0.0 -0.0 0.5 -0.5 1.0 -1.0
    0.0+1.0i 0.0-1.0i -0.0+1.0i -0.0-1.0i
    0.5+0.5i 0.5-0.5i -0.5+0.5i -0.5-0.5i
    1.0+1.0i 1.0-1.0i -1.0+1.0i -1.0-1.0i
    +inf.0+inf.0i +inf.0-inf.0i -inf.0+inf.0i -inf.0-inf.0i
    +nan.0+nan.0i +inf.0 -inf.0 +nan.0))

;;> (exact-integer-generator): a generator of 0, 1, -1 and then any exact
;;> integers. SRFI 252.
;;> Example: (let* ((g (exact-integer-generator)) (a (g)) (b (g))) (list a b (g))) => (0 1 -1)
(define (exact-integer-generator)
  (%first-then %exact-integers %random-exact-integer %simpler-integer))

;;> (exact-rational-generator): a generator of exact rational numbers. SRFI 252.
;;> Example: ((exact-rational-generator)) => 0
(define (exact-rational-generator)
  (%first-then %exact-rationals %random-exact-rational %simpler-real))

;;> (exact-real-generator): a generator of exact real numbers. SRFI 252.
;;> Example: ((exact-real-generator)) => 0
(define (exact-real-generator) (exact-rational-generator))

;;> (exact-integer-complex-generator): a generator of complex numbers whose
;;> parts are exact integers. SRFI 252.
;;> Example: ((exact-integer-complex-generator)) => 0
(define (exact-integer-complex-generator)
  (%first-then %exact-integer-complexes
               (lambda () (%random-complex %random-exact-integer))
               %simpler-number))

;;> (exact-complex-generator): a generator of exact complex numbers. SRFI 252.
;;> Example: ((exact-complex-generator)) => 0
(define (exact-complex-generator)
  (%first-then %exact-complexes
               (lambda () (%random-complex %random-exact-rational))
               %simpler-number))

;;> (exact-number-generator): a generator of exact numbers. SRFI 252.
;;> Example: ((exact-number-generator)) => 0
(define (exact-number-generator) (exact-complex-generator))

;;> (inexact-integer-generator): a generator of inexact integers. SRFI 252.
;;> Example: ((inexact-integer-generator)) => 0.0
(define (inexact-integer-generator)
  (%first-then %inexact-integers %random-inexact-integer %simpler-integer))

;;> (inexact-rational-generator): a generator of inexact rational numbers. SRFI
;;> 252.
;;> Example: ((inexact-rational-generator)) => 0.0
(define (inexact-rational-generator)
  (%first-then %inexact-rationals %random-inexact %simpler-real))

;;> (inexact-real-generator): a generator of inexact real numbers. SRFI 252.
;;> Example: ((inexact-real-generator)) => 0.0
(define (inexact-real-generator)
  (%first-then %inexact-reals %random-inexact %simpler-real))

;;> (inexact-complex-generator): a generator of inexact complex numbers. SRFI
;;> 252.
;;> Example: ((inexact-complex-generator)) => 0.0
(define (inexact-complex-generator)
  (%first-then %inexact-complexes
               (lambda () (%random-complex %random-inexact))
               %simpler-number))

;;> (inexact-number-generator): a generator of inexact numbers. SRFI 252.
;;> Example: ((inexact-number-generator)) => 0.0
(define (inexact-number-generator) (inexact-complex-generator))

;;> (integer-generator): a generator of integers, exact or not. SRFI 252.
;;> Example: (integer? ((integer-generator))) => #t
(define (integer-generator)
  (%one-of (exact-integer-generator) (inexact-integer-generator)))

;;> (rational-generator): a generator of rational numbers, exact or not. SRFI
;;> 252.
;;> Example: (rational? ((rational-generator))) => #t
(define (rational-generator)
  (%one-of (exact-rational-generator) (inexact-rational-generator)))

;;> (real-generator): a generator of real numbers, exact or not. SRFI 252.
;;> Example: (real? ((real-generator))) => #t
(define (real-generator)
  (%one-of (exact-real-generator) (inexact-real-generator)))

;;> (complex-generator): a generator of complex numbers, exact or not. SRFI 252.
;;> Example: (complex? ((complex-generator))) => #t
(define (complex-generator)
  (%one-of (exact-complex-generator) (inexact-complex-generator)))

;;> (number-generator): a generator of numbers, exact or not. SRFI 252.
;;> Example: (number? ((number-generator))) => #t
(define (number-generator)
  (%one-of (exact-number-generator) (inexact-number-generator)))
