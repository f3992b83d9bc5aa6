;; R7RS 6.2.6: functions of complex numbers at the branch cuts, on both sides, which the
;; signs of zeros tell apart. Chez Scheme gives the same, to ten digits.
(import (scheme base) (scheme write) (scheme inexact) (scheme complex))

(define (text x)
  (cond ((eqv? x 0) "0.0")
        ((not (= x x)) "nan")
        ((eqv? x -0.0) "-0.0")
        ((infinite? x) (if (> x 0) "inf" "-inf"))
        (else (number->string (/ (round (* (inexact x) 1e10)) 1e10)))))

(define (show name function)
  (for-each
   (lambda (re)
     (for-each
      (lambda (im)
        (let ((z (make-rectangular re im)))
          (if (not (and (= z 0) (memq name '(log reciprocal))))
              (let ((result (function z)))
                (for-each (lambda (part) (display part) (display " "))
                          (list name (text re) (text im) "is"
                                (text (real-part result))
                                (text (imag-part result))))
                (newline)))))
      parts))
   parts))

(define parts '(0.0 -0.0 2.0 -2.0 0.5 -0.5))
(show 'sqrt sqrt)
(show 'exp exp)
(show 'log log)
(show 'sin sin)
(show 'cos cos)
(show 'tan tan)
(show 'asin asin)
(show 'acos acos)
(show 'atan atan)
(show 'angle angle)
(show 'magnitude magnitude)
(show 'reciprocal (lambda (z) (/ 1.0 z)))
