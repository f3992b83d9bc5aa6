;;; Complex numbers by their parts.

;;> (real-part z): the coordinate on the real axis. Raises type. R7RS 6.2.6.
;;> Example: (real-part 3-4i) => 3
(define (real-part z) (%primitive real-part z))

;;> (imag-part z): the coordinate on the imaginary axis; an exact 0 for real
;;> numbers. Raises type. R7RS 6.2.6.
;;> Example: (imag-part 3-4i) => -4
(define (imag-part z) (%primitive imag-part z))

;;> (magnitude z): the distance from zero, exact if it can be. Raises type. R7RS
;;> 6.2.6.
;;> Example: (magnitude 3-4i) => 5
(define (magnitude z) (%primitive magnitude z))

;;> (angle z): the angle from the positive real axis, above -pi and up to pi; an
;;> exact 0 for real numbers that are not negative. Raises type. R7RS 6.2.6.
;;> Example: (angle +i) => 1.5707963267948966
(define (angle z) (%primitive angle z))

;;> (make-rectangular x y): the number with these coordinates. If one is
;;> inexact, both become inexact, unless y is an exact 0. Raises type. R7RS
;;> 6.2.6.
;;> Example: (make-rectangular 3 -4) => 3-4i
(define (make-rectangular x y) (%primitive make-rectangular x y))

;;> (make-polar x y): the number with magnitude x and angle y; x itself if y is
;;> an exact 0. Raises type. R7RS 6.2.6.
;;> Example: (make-polar 2 0) => 2
(define (make-polar x y) (%primitive make-polar x y))
