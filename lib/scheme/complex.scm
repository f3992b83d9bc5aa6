;;; Every number of Mound is real; these hold for real numbers.

;;> (real-part z): z. Raises type. R7RS 6.2.6.
;;> Example: (real-part 3) => 3
(define (real-part z) (* z 1))

;;> (imag-part z): 0. Raises type. R7RS 6.2.6.
;;> Example: (imag-part 3) => 0
(define (imag-part z) (if (number? z) 0 (* z 1)))

;;> (magnitude z): its absolute value. Raises type. R7RS 6.2.6.
;;> Example: (magnitude -3) => 3
(define (magnitude z) (abs z))

;;> (angle z): 0, or pi for a negative number. Raises type. R7RS 6.2.6.
;;> Example: (angle 3) => 0
(define (angle z) (if (negative? z) (atan 0 -1) 0))

;;> (make-rectangular x y): x, if y is an exact zero. Raises range. R7RS 6.2.6.
;;> Example: (make-rectangular 3 0) => 3
(define (make-rectangular x y)
  (if (eqv? y 0)
      (* x 1)
      (%error-of-kind 'range 'make-rectangular "only real numbers exist" y)))

;;> (make-polar x y): x, if y is an exact zero. Raises range. R7RS 6.2.6.
;;> Example: (make-polar 3 0) => 3
(define (make-polar x y)
  (if (eqv? y 0)
      (* x 1)
      (%error-of-kind 'range 'make-polar "only real numbers exist" y)))
