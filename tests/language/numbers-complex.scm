;; Complex numbers: arithmetic, parts, functions, errors.
(import (scheme base) (scheme complex) (scheme inexact) (scheme write)
        (srfi 69))

(define (show . objects) (write objects) (newline))

;; Arithmetic is exact for exact parts, and doubles for others.
(show (+ 1+2i 3-2i) (+ 1+2i 1.5) (+ 1 +i) (+ +i))
(show (- 1+2i) (- 5 1+2i) (- 1+2i 1+i) (- 1.0 1.0+0.0i))
(show (* +i +i) (* 1+2i 3+4i) (* 2.0 1.0+2.0i) (* +i 2 3))
(show (/ -5+10i 3+4i) (/ +i) (/ 1+2i 2) (/ 5.0 3.0+4.0i))
(show (square 1/2+i) (* 1.0+2.0i 3+4i) (= (* +i +i +i +i) 1))

;; Predicates.
(define numbers (list 1 1/2 1.5 +inf.0 1+0i 1+0.0i +i 1.5-2.5i 'a))
(show (map number? numbers) (map complex? numbers))
(show (map real? numbers))
(show (map rational? numbers) (map integer? numbers))
(show (exact? 1+2i) (inexact? 1+2i) (exact? 1.0+2.0i) (exact-integer? +i))
(show (finite? 1+2i) (infinite? +inf.0i) (nan? 1+nan.0i) (finite? 1-inf.0i))
(show (zero? 0.0+0.0i) (zero? +i) (= 1 1.0+0.0i) (= +i 1) (= +i +1.0i))
(show (eqv? +i +i) (eqv? +i +1.0i) (eqv? 1.0+0.0i 1.0-0.0i) (eqv? 1+nan.0i 1+nan.0i))
(show (equal? '(1 2+3i) (list 1 (+ 2 +3i))))

;; Parts.
(show (real-part 3-4i) (imag-part 3-4i) (real-part 1.5) (imag-part 1.5))
(show (magnitude 3-4i) (magnitude 1+i) (magnitude -7/2) (magnitude -1.5))
(show (angle +i) (angle -1) (angle -1.0-0.0i) (angle 2) (angle -0.0))
(show (make-rectangular 1 2) (make-rectangular 1 2.0) (make-rectangular 1.5 0)
      (make-rectangular 1 0.0) (make-rectangular -0.0 1))
(show (make-polar 2 0) (make-polar 2 0.0) (make-polar 0 3) (make-polar 2 3))
(show (exact 1.5+2.5i) (inexact 1/2+3/4i))

;; Roots and powers.
(show (map sqrt '(-1 -4 -2 -9/4 -4.0 -3+4i -3-4i -4.0+0.0i -4.0-0.0i)))
(show (map (lambda (n) (expt +i n)) '(0 1 2 3 4 5 -1 100000000000000000002)))
(show (expt 1+i 10) (expt 1/2+i -2) (expt -1 1/2) (expt -4 3/2) (expt -4.0 .5))
(show (expt 0 1+i) (expt 3+4i 1/2))

;; Functions of numbers that are not real, and outside of the real domain.
(define (rounded z)
  (define (decimals x) (/ (round (* x 1000000)) 1000000))
  (make-rectangular (decimals (real-part z)) (decimals (imag-part z))))
(show (map rounded
           (list (exp 1+2i) (log 1+2i) (sin 1+2i) (cos 1+2i) (tan 1+2i))))
(show (map rounded (list (asin 1+2i) (acos 1+2i) (atan 1+2i))))
(show (map rounded (list (log -1) (asin 2) (asin -2) (acos 2) (acos -2))))
(show (map rounded (list (log -8 2) (expt +i +i) (expt -8 1/3) (expt 2 1+i))))

;; Keys of tables and elements of messages.
(define table (make-hash-table))
(hash-table-set! table 1+2i 'exact)
(hash-table-set! table 1.0+2.0i 'inexact)
(show (hash-table-ref/default table (+ 1 +2i) #f)
      (hash-table-ref/default table (+ 1. +2i) #f))

;; What needs real numbers says so.
(define-syntax fails
  (syntax-rules ()
    ((_ expression)
     (begin
       (write (guard (e (#t (error-object-message e))) expression))
       (newline)))))
(fails (< 1+i 2))
(fails (> 2 1+i))
(fails (max 1 +i))
(fails (floor +i))
(fails (abs +i))
(fails (atan +i 1))
(fails (make-rectangular 1 +i))
(fails (make-polar +i 1))
(fails (numerator +i))
(fails (rationalize 1 +i))
(fails (quotient +i 1))
(fails (exact-integer-sqrt +i))
(fails (exact +inf.0+i))
(fails (/ +i 0))
(fails (expt 0 +i))
(fails (number->string +i 20))

(show (cond-expand (exact-complex 'exact-complex) (else 'none)))
