;;; Exact numbers of a few words, at the sizes where another way of computing begins: fixnums,
;;; one word, sixteen words. What is printed for each operator is a sum over all pairs that
;;; depends on each digit and their order; and what can be checked by another operation is.

(import (scheme base) (scheme complex) (scheme inexact) (scheme write)
        (only (srfi 151) arithmetic-shift))

(define (around number) (list (- number 1) number (+ number 1)))

(define borders
  (let ((positive (append '(7)
                          (apply append
                                 (map (lambda (bits) (around (expt 2 bits)))
                                      '(60 64)))
                          (list (- (expt 2 1024) 1) (expt 2 1024)))))
    (cons 0 (append positive (map - positive)))))

(define fractions
  (let ((parts (list 1 35 (- (expt 2 60) 1))))
    (apply append
           (map (lambda (n)
                  (apply append (map (lambda (d) (list (/ n d) (/ (- n) d))) parts)))
                (cons 0 parts)))))

;; A number of all the digits of all the results.
(define (digest results)
  (let next ((results results) (sum 7))
    (if (null? results)
        sum
        (let* ((text (number->string (car results) 16)) (end (string-length text)))
          (let digit ((at 0) (sum (remainder (+ (* 31 sum) end) 1000000007)))
            (if (= at end)
                (next (cdr results) sum)
                (digit (+ at 1)
                       (remainder (+ (* 131 sum) (char->integer (string-ref text at)))
                                  1000000007))))))))

(define (over-pairs name operation numbers)
  (let left ((rest numbers) (results '()))
    (if (null? rest)
        (begin (display name) (display " ") (display (digest results)) (newline))
        (left (cdr rest)
              (let right ((others numbers) (results results))
                (if (null? others)
                    results
                    (right (cdr others)
                           (cons (operation (car rest) (car others)) results))))))))

(define (unless-zero operation)
  (lambda (a b) (if (zero? b) 0 (operation a b))))

(define (check what holds) (if (not holds) (begin (write (cons 'wrong what)) (newline))))

(over-pairs "integers +" + borders)
(over-pairs "integers -" - borders)
(over-pairs "integers *" * borders)
(over-pairs "integers floor-quotient" (unless-zero floor-quotient) borders)
(over-pairs "integers /" (unless-zero /) borders)
(over-pairs "fractions +" + fractions)
(over-pairs "fractions -" - fractions)
(over-pairs "fractions *" * fractions)
(over-pairs "fractions /" (unless-zero /) fractions)

(for-each
 (lambda (a)
   (for-each
    (lambda (b)
      (check (list '+ a b) (= a (- (+ a b) b)))
      (check (list '- a b) (= (- a b) (- (- b a))))
      (if (not (zero? b))
          (let-values (((q r) (floor/ a b)))
            (check (list 'floor/ a b) (and (= a (+ (* q b) r)) (or (zero? r) (eq? (< r 0) (< b 0)))))
            (check (list '* a b) (= a (quotient (* a b) b))))))
    borders)
   (if (>= a 0)
       (let-values (((root rest) (exact-integer-sqrt a)))
         (check (list 'exact-integer-sqrt a)
                (and (= a (+ (* root root) rest)) (<= 0 rest (* 2 root)))))))
 borders)

;; Powers and shifts that leave the fixnums.
(for-each
 (lambda (base)
   (let loop ((exponent 0) (power 1))
     (check (list 'expt base exponent) (eqv? power (expt base exponent)))
     (if (< exponent 65) (loop (+ exponent 1) (* power base)))))
 '(-10 -2 -1 0 1 3))
(for-each
 (lambda (number)
   (let loop ((count 0) (shifted number))
     (check (list 'arithmetic-shift number count)
            (eqv? shifted (arithmetic-shift number count)))
     (check (list 'arithmetic-shift shifted (- count))
            (eqv? number (arithmetic-shift shifted (- count))))
     (if (< count 70) (loop (+ count 1) (+ shifted shifted)))))
 (list 0 1 -1 3 (- (expt 2 60))))

;; Numerals.
(for-each
 (lambda (text) (write (string->number text)) (newline))
 '("0" "-0" "007" "-007" "-" "" "+5" "--5" "5-" "1 " " 1" "1_0" "\x663;" "1\x663;" "12a" "1/2" "1e2"
   "999999999999999999" "-999999999999999999" "1000000000000000000" "1152921504606846975"
   "1152921504606846976" "-1152921504606846976" "-1152921504606846977"
   "000000000000000000000000000000012"))
(for-each
 (lambda (number)
   (check (list 'numeral number) (eqv? number (string->number (number->string number))))
   (check (list 'in-hexadecimal number) (eqv? number (string->number (number->string number 16) 16))))
 (append borders fractions))

;; Parts of complex numbers.
(define parts '(0.0 -0.0 3.0 -4.0 +inf.0 -inf.0 +nan.0 1e300))
(for-each
 (lambda (real)
   (for-each
    (lambda (imaginary)
      (let ((z (make-rectangular real imaginary)))
        (check (list 'parts real imaginary)
               (and (eqv? real (real-part z)) (eqv? imaginary (imag-part z)) (not (real? z))))
        (write (magnitude z))
        (display " ")))
    parts)
   (newline))
 parts)
(write (list (magnitude (make-rectangular 3 4)) (magnitude -5) (magnitude -2.5) (magnitude -1/2)
             (real-part 3/2) (imag-part 2.5) (imag-part 7) (real-part +i) (imag-part 1-2i)))
(newline)
