;;; Numbers of every kind.

(define (repeat n procedure)
  (let loop ((i 0) (sum 0))
    (if (= i n) sum (loop (+ i 1) (+ sum (procedure i))))))

(define (whole x) (exact (round x)))

(everyday 'fixnum-arithmetic 5000000
  (lambda (n)
    (let loop ((i 0) (x 1))
      (if (= i n) x (loop (+ i 1) (- (* 3 (remainder x 1000003)) i))))))

(everyday 'quotient-and-modulo 3000000
  (lambda (n)
    (let loop ((i 1) (x 0))
      (if (= i n)
          x
          (loop (+ i 1)
                (+ (quotient x 3) (modulo (- x) (+ 1 (remainder i 17))) i))))))

(everyday 'floor/ 1000000
  (lambda (n)
    (let loop ((i 1) (x 0))
      (if (= i n)
          x
          (let-values (((quotient remainder) (floor/ (- (+ x i)) 7)))
            (loop (+ i 1) (+ remainder (- quotient))))))))

(everyday 'sums-of-five 2000000
  (lambda (n)
    (let loop ((i 0) (a 0) (b 1))
      (if (= i n)
          a
          (loop (+ i 1) (remainder (+ a b i 3 (- i)) 1009) (- a b 1 i))))))

(everyday 'comparison-of-three 3000000
  (lambda (n) (repeat n (lambda (i) (if (<= 10 (remainder i 50) 30) 1 0)))))

(everyday 'max-min-abs 2000000
  (lambda (n)
    (repeat n (lambda (i) (max 1 (min i 100) (abs (- 50 (remainder i 99))))))))

(everyday 'even-zero-positive 3000000
  (lambda (n)
    (repeat n
            (lambda (i)
              (cond ((zero? (remainder i 3)) 1)
                    ((even? i) 2)
                    ((positive? (- i 1000)) 3)
                    (else 4))))))

(everyday 'gcd 500000
  (lambda (n) (repeat n (lambda (i) (gcd (* 12 i) 5040)))))

(everyday 'expt 500000
  (lambda (n) (repeat n (lambda (i) (expt (remainder i 7) 10)))))

(everyday 'exact-integer-sqrt 500000
  (lambda (n)
    (repeat n
            (lambda (i)
              (let-values (((root rest) (exact-integer-sqrt (* 7 i)))) root)))))

(everyday 'bits 2000000
  (lambda (n)
    (let loop ((i 0) (x 12345))
      (if (= i n)
          x
          (loop (+ i 1)
                (bitwise-and (bitwise-xor x
                                          (arithmetic-shift x 3)
                                          (arithmetic-shift x -5))
                             1048575))))))

(everyday 'flonum-loop 3000000
  (lambda (n)
    (let loop ((i 0) (x 0.5))
      (if (= i n) (whole (* x 1e6)) (loop (+ i 1) (* 3.7 (* x (- 1.0 x))))))))

(define (hypotenuse x y) (sqrt (+ (* x x) (* y y))))

(everyday 'flonums-to-a-procedure 1000000
  (lambda (n)
    (let loop ((i 0) (x 3.0))
      (if (= i n) (whole x) (loop (+ i 1) (- (hypotenuse x 4.0) (/ x 10.0)))))))

(everyday 'flonums-in-a-vector 2000000
  (lambda (n)
    (let ((vector (make-vector 16 1.5)))
      (let loop ((i 0))
        (if (= i n)
            (whole (vector-ref vector 3))
            (let ((at (remainder i 16)))
              (vector-set! vector at (+ 1.0 (* 0.5 (vector-ref vector at))))
              (loop (+ i 1))))))))

(everyday 'exact-floor 1000000
  (lambda (n)
    (let loop ((i 0) (x 0.25) (sum 0))
      (if (= i n) sum (loop (+ i 1) (+ x 1.5) (+ sum (exact (floor x))))))))

(everyday 'round-and-truncate 1000000
  (lambda (n)
    (let loop ((i 0) (x 0.0) (sum 0.0))
      (if (= i n)
          (whole sum)
          (loop (+ i 1) (+ x 0.25) (+ sum (- (round x) (truncate x))))))))

(everyday 'fixnum-to-flonum 2000000
  (lambda (n)
    (let loop ((i 0) (sum 0.0))
      (if (= i n) (whole sum) (loop (+ i 1) (+ sum (inexact i)))))))

(everyday 'mixed-arithmetic 2000000
  (lambda (n)
    (let loop ((i 0) (x 0.0))
      (if (= i n) (whole x) (loop (+ i 1) (/ (+ x i) 2))))))

(everyday 'sin-exp-log-atan 500000
  (lambda (n)
    (let loop ((i 0) (x 0.5))
      (if (= i n)
          (whole (* x 1000))
          (loop (+ i 1)
                (+ (sin x) (exp (- x)) (log (+ x 2.0)) (atan x 2.0)))))))

(everyday 'sqrt-of-flonums 2000000
  (lambda (n)
    (let loop ((i 0) (x 2.0))
      (if (= i n) (whole (* x 1000)) (loop (+ i 1) (sqrt (+ x 2.0)))))))

(everyday 'rational-sums 200000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          (numerator sum)
          (loop (+ i 1)
                (+ (/ (+ 1 (remainder i 7)) 12)
                   (if (> sum 100) 1/6 sum)))))))

(everyday 'complex-products 500000
  (lambda (n)
    (let ((turn (make-rectangular 0.6 0.8)))
      (let loop ((i 0) (z (make-rectangular 1.0 0.0)))
        (if (= i n)
            (whole (* 100 (magnitude z)))
            (loop (+ i 1) (* z turn)))))))

(everyday 'magnitude 1000000
  (lambda (n)
    (let ((numbers
           (vector (make-rectangular 3.0 4.0) (make-rectangular -6.0 8.0))))
      (let loop ((i 0) (sum 0.0))
        (if (= i n)
            (whole sum)
            (loop (+ i 1)
                  (+ sum (magnitude (vector-ref numbers (remainder i 2))))))))))

(everyday 'bignum-plus-fixnum 500000
  (lambda (n)
    (let loop ((i 0) (x 100000000000000000000000))
      (if (= i n) (remainder x 1000003) (loop (+ i 1) (+ x i))))))

(everyday 'bignum-products 200000
  (lambda (n)
    (let loop ((i 0) (x 123456789012345678901234567890))
      (if (= i n)
          (remainder x 1000003)
          (loop (+ i 1)
                (remainder (* x 987654321098765432109)
                           999999999999999999999999999989))))))

(everyday 'bignum-factorial 20
  (lambda (n)
    (define (factorial k) (if (= k 0) 1 (* k (factorial (- k 1)))))
    (repeat n (lambda (i) (remainder (factorial 300) (+ 1000003 i))))))

(everyday 'bignum-compared 1000000
  (lambda (n)
    (let ((big (vector (expt 10 25) (+ 1 (expt 10 25)) (expt 10 24))))
      (repeat n
              (lambda (i)
                (if (< (vector-ref big (remainder i 3))
                       (vector-ref big (remainder i 2)))
                    1
                    0))))))

(everyday 'exact-rational-of-flonum 100000
  (lambda (n)
    (let loop ((i 0) (sum 0))
      (if (= i n)
          sum
          (loop
           (+ i 1)
           (+ sum
              (denominator (exact (/ (inexact (remainder i 16)) 16.0)))))))))

(everyday 'number->string-fixnum 500000
  (lambda (n)
    (repeat n (lambda (i) (string-length (number->string (* i 37)))))))

(everyday 'string->number-fixnum 500000
  (lambda (n)
    (let ((texts (vector "17" "123456" "-42" "0")))
      (repeat n
              (lambda (i)
                (string->number (vector-ref texts (remainder i 4))))))))

(everyday 'number->string-flonum 100000
  (lambda (n)
    (repeat
     n
     (lambda (i) (string-length (number->string (+ 1.5 (remainder i 1000))))))))

(everyday 'string->number-flonum 100000
  (lambda (n)
    (let ((texts (vector "17.5" "1.25e3" "-4.75" "0.5")))
      (repeat
       n
       (lambda (i)
         (whole (string->number (vector-ref texts (remainder i 4)))))))))

(everyday 'number->string-bignum 20000
  (lambda (n)
    (let ((big (expt 7 100)))
      (repeat n (lambda (i) (string-length (number->string (+ big i))))))))
