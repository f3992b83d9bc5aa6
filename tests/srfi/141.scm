;; SRFI 141: six ways to divide integers, with all signs.
(import (scheme base) (srfi 64) (srfi 141))
(test-begin "srfi-141")
(define (both producer) (call-with-values producer list))

;; Each way is defined by how it rounds an exact ratio, or by its remainder.
(define numbers '(-13 -12 -7 -6 -5 -4 -3 -2 -1 0 1 2 3 4 5 6 7 12 13))
(define divisors '(-7 -4 -3 -2 -1 1 2 3 4 7))
(define (check-all divide quotient remainder right?)
  (for-each
   (lambda (n)
     (for-each
      (lambda (d)
        (let ((result (both (lambda () (divide n d)))))
          (test-assert (right? n d (car result) (cadr result)))
          (test-eqv n (+ (* d (car result)) (cadr result)))
          (test-eqv (car result) (quotient n d))
          (test-eqv (cadr result) (remainder n d))
          ;; The same in inexact numbers.
          (test-equal (map inexact result)
            (map (lambda (x) (+ x 0.0))
                 (both (lambda () (divide (inexact n) (inexact d))))))))
      divisors))
   numbers))
(define (rounds how) (lambda (n d q r) (= q (how (/ n d)))))
(check-all floor/ floor-quotient floor-remainder (rounds floor))
(check-all truncate/ truncate-quotient truncate-remainder (rounds truncate))
(check-all ceiling/ ceiling-quotient ceiling-remainder (rounds ceiling))
(check-all round/ round-quotient round-remainder (rounds round))
(check-all euclidean/ euclidean-quotient euclidean-remainder
           (lambda (n d q r) (and (<= 0 r) (< r (abs d)))))
(check-all balanced/ balanced-quotient balanced-remainder
           (lambda (n d q r)
             (let ((half (/ (abs d) 2))) (and (<= (- half) r) (< r half)))))

;; Large numbers, and flonums near the largest, of which the double overflows.
(define big (expt 10 40))
(test-equal (list (+ big 1) -1) (both (lambda () (ceiling/ (+ (* 2 big) 1) 2))))
(test-equal (list (- (expt 10 20)) 1)
  (both (lambda () (euclidean/ (+ big 1) (- (expt 10 20))))))
(test-equal '(0. 1e308) (both (lambda () (floor/ 1e308 1.5e308))))
(test-equal '(1. -5e307) (both (lambda () (round/ 1e308 1.5e308))))
(test-equal '(1. -5e307) (both (lambda () (balanced/ 1e308 1.5e308))))

(for-each
 (lambda (divide)
   (test-error 'divide-by-zero (divide 1 0))
   (test-error 'type (divide 1.5 1))
   (test-error 'type (divide 1 'a)))
 (list ceiling/ ceiling-quotient ceiling-remainder euclidean/
       euclidean-quotient euclidean-remainder round/ round-quotient
       round-remainder balanced/ balanced-quotient balanced-remainder))
;; The complaint names the procedure.
(test-assert (guard (e (#t (let ((text (error-object-message e)))
                             (string=? text "expected an integer"))))
               (round/ 1.5 2)))
(test-group "inexact divisors, also 0"
  (for-each
   (lambda (divide)
     (for-each
      (lambda (n)
        (for-each
         (lambda (d)
           ;; As for exact ones, inexact.
           (test-equal (map inexact (both (lambda () (divide n d))))
             (map (lambda (x) (+ x 0.0)) (both (lambda () (divide (inexact n) d)))))
           (test-equal (map inexact (both (lambda () (divide n d))))
             (map (lambda (x) (+ x 0.0)) (both (lambda () (divide n (inexact d)))))))
         divisors))
      numbers)
     (test-error 'divide-by-zero (divide 1 0))
     (test-error 'type (divide 1.5 1))
     (test-error 'type (divide 1 1.5))
     (test-error 'type (divide 'a 1)))
   (list floor/ ceiling/ truncate/ round/ euclidean/ balanced/)))
(test-end)
