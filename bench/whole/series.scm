;;; Exact rationals and large integers: Bernoulli numbers, continued fractions and their
;;; convergents, sums of powers, Farey's sequence, Egyptian fractions, and digits of e.

(define (binomial-row row)
  (let loop ((previous 0) (row row))
    (if (null? row)
        (list previous)
        (cons (+ previous (car row)) (loop (car row) (cdr row))))))

;; The Bernoulli numbers B0 to B(count - 1), by the sum over binomial coefficients.
(define (bernoulli-numbers count)
  (let loop ((n 0) (row '(1 1)) (numbers '()))
    (if (= n count)
        (reverse numbers)
        (let ((next
               (if (= n 0)
                   1
                   (/ (- (apply + (map * (reverse numbers) (cut-row row n))))
                      (+ n 1)))))
          (loop (+ n 1) (binomial-row row) (cons next numbers))))))

;; The first numbers of a row.
(define (cut-row row count)
  (if (= count 0) '() (cons (car row) (cut-row (cdr row) (- count 1)))))

;; The sum of the powers of 1 to n, by Faulhaber's formula.
(define (power-sum n exponent bernoulli)
  (let loop ((j 0) (numbers bernoulli) (binomial 1) (sum 0))
    (if (> j exponent)
        (/ sum (+ exponent 1))
        (loop (+ j 1)
              (cdr numbers)
              (/ (* binomial (- (+ exponent 1) j)) (+ j 1))
              (+ sum
                 (* (if (odd? j) -1 1)
                    binomial
                    (car numbers)
                    (expt n (- (+ exponent 1) j))))))))

(define (slow-power-sum n exponent)
  (let loop ((k 1) (sum 0))
    (if (> k n) sum (loop (+ k 1) (+ sum (expt k exponent))))))

;;; Continued fractions.

(define (continued-fraction number)
  (let ((whole (floor number)))
    (if (= whole number)
        (list whole)
        (cons whole (continued-fraction (/ 1 (- number whole)))))))

(define (value-of fraction)
  (if (null? (cdr fraction))
      (car fraction)
      (+ (car fraction) (/ 1 (value-of (cdr fraction))))))

(define (convergents fraction)
  (let loop ((terms fraction) (p 1) (q 0) (p-before 0) (q-before 1))
    (if (null? terms)
        '()
        (let ((next-p (+ (* (car terms) p) p-before))
              (next-q (+ (* (car terms) q) q-before)))
          (cons (/ next-p next-q) (loop (cdr terms) next-p next-q p q))))))

;; The continued fraction of e: 2; 1 2 1 1 4 1 1 6 1 ...
(define (terms-of-e count)
  (let loop ((index 1) (terms '(2)))
    (if (= index count)
        (reverse terms)
        (loop (+ index 1)
              (cons (if (= (remainder index 3) 2)
                        (* 2 (quotient (+ index 1) 3))
                        1)
                    terms)))))

;; The period of the continued fraction of a square root.
(define (root-period number)
  (let-values (((root rest) (exact-integer-sqrt number)))
    (if (= rest 0)
        0
        (let loop ((m 0) (d 1) (a root) (period 0))
          (if (and (> period 0) (= a (* 2 root)))
              period
              (let* ((m (- (* d a) m))
                     (d (quotient (- number (* m m)) d))
                     (a (quotient (+ root m) d)))
                (loop m d a (+ period 1))))))))

;; The least solution of x^2 - n y^2 = 1.
(define (pell number)
  (let ((root (exact-integer-sqrt-floor number)))
    (let loop ((m 0) (d 1) (a root) (p 1) (q 0) (p-before 0) (q-before 1))
      (let ((next-p (+ (* a p) p-before)) (next-q (+ (* a q) q-before)))
        (if (= 1 (- (* next-p next-p) (* number next-q next-q)))
            (cons next-p next-q)
            (let* ((m (- (* d a) m))
                   (d (quotient (- number (* m m)) d))
                   (a (quotient (+ root m) d)))
              (loop m d a next-p next-q p q)))))))

(define (exact-integer-sqrt-floor number)
  (let-values (((root rest) (exact-integer-sqrt number))) root))

;;; Other sums of fractions.

(define (harmonic n)
  (let loop ((k 1) (sum 0))
    (if (> k n) sum (loop (+ k 1) (+ sum (/ 1 k))))))

(define (farey n)
  (let loop ((one 0) (other (/ 1 n)) (fractions '(0)))
    (if (= other 1)
        (reverse (cons 1 fractions))
        (let* ((k (quotient (+ n (denominator one)) (denominator other)))
               (next (/ (- (* k (numerator other)) (numerator one))
                        (- (* k (denominator other)) (denominator one)))))
          (loop other next (cons other fractions))))))

(define (egyptian fraction)
  (if (= fraction 0)
      '()
      (let ((part (ceiling (/ 1 fraction))))
        (cons part (egyptian (- fraction (/ 1 part)))))))

(define (digit-sum number)
  (let loop ((number number) (sum 0))
    (if (= number 0)
        sum
        (let-values (((quotient remainder) (floor/ number 1000000)))
          (loop quotient (+ sum (six-digits remainder)))))))

(define (six-digits number)
  (if (= number 0)
      0
      (+ (remainder number 10) (six-digits (quotient number 10)))))

(define (benchmark size)
  (let* ((bernoulli (bernoulli-numbers size))
         (last (list-ref bernoulli (- size (if (odd? size) 1 2))))
         (e (convergents (terms-of-e size)))
         (nearly-e (list-ref e (- size 1)))
         (sum (power-sum 100 (quotient size 3) bernoulli))
         (harmonic (harmonic (* 4 size)))
         (periods (let loop ((n 2) (sum 0))
                    (if (> n (* 10 size))
                        sum
                        (loop (+ n 1) (+ sum (root-period n))))))
         (farey (farey (quotient size 2))))
    (list (digit-sum (abs (numerator last)))
          (denominator last)
          (digit-sum (floor (* (expt 10 (* 2 size)) nearly-e)))
          (equal? (continued-fraction nearly-e)
                  (continued-fraction (value-of (terms-of-e size))))
          (= sum (slow-power-sum 100 (quotient size 3)))
          (digit-sum (numerator harmonic))
          (digit-sum (car (pell 421)))
          periods
          (length farey)
          (apply + farey)
          (length (egyptian 7/113)))))
