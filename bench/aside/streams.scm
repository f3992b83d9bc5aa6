;;; Streams with delayed rests: primes by two sieves, Hamming's numbers, power series
;;; with exact coefficients, sums that are accelerated, trees by their fringes.

(define-syntax stream-cons
  (syntax-rules () ((_ first rest) (cons first (delay rest)))))

(define empty-stream '())
(define (stream-first stream) (car stream))
(define (stream-rest stream) (force (cdr stream)))

(define (take stream count)
  (if (or (= count 0) (null? stream))
      '()
      (cons (stream-first stream)
            (if (= count 1) '() (take (stream-rest stream) (- count 1))))))

(define (element stream index)
  (if (= index 0)
      (stream-first stream)
      (element (stream-rest stream) (- index 1))))

(define (transform change stream)
  (if (null? stream)
      empty-stream
      (stream-cons (change (stream-first stream))
                   (transform change (stream-rest stream)))))

(define (join-with combine one other)
  (if (or (null? one) (null? other))
      empty-stream
      (stream-cons (combine (stream-first one) (stream-first other))
                   (join-with combine (stream-rest one) (stream-rest other)))))

(define (keep good? stream)
  (cond ((null? stream) empty-stream)
        ((good? (stream-first stream))
         (stream-cons (stream-first stream) (keep good? (stream-rest stream))))
        (else (keep good? (stream-rest stream)))))

(define (take-while good? stream)
  (if (or (null? stream) (not (good? (stream-first stream))))
      empty-stream
      (stream-cons (stream-first stream)
                   (take-while good? (stream-rest stream)))))

(define (from number) (stream-cons number (from (+ number 1))))
(define (repeat value) (stream-cons value (repeat value)))
(define (times factor stream) (transform (lambda (x) (* factor x)) stream))
(define (add one other) (join-with + one other))

(define (sums stream)
  (let loop ((stream stream) (sum 0))
    (let ((sum (+ sum (stream-first stream))))
      (stream-cons sum (loop (stream-rest stream) sum)))))

;; Primes: the sieve that filters, and one that knows the primes that it makes.

(define (sieve stream)
  (let ((prime (stream-first stream)))
    (stream-cons prime
                 (sieve (keep (lambda (number)
                                (not (= 0 (remainder number prime))))
                              (stream-rest stream))))))

(define (make-primes)
  (letrec ((primes (stream-cons 2 (keep prime? (from 3))))
           (prime?
            (lambda (number)
              (let loop ((left primes))
                (let ((prime (stream-first left)))
                  (cond ((> (* prime prime) number) #t)
                        ((= 0 (remainder number prime)) #f)
                        (else (loop (stream-rest left)))))))))
    primes))

;; Numbers without prime factors above 5.

(define (merge-streams one other)
  (let ((a (stream-first one)) (b (stream-first other)))
    (cond ((< a b) (stream-cons a (merge-streams (stream-rest one) other)))
          ((> a b) (stream-cons b (merge-streams one (stream-rest other))))
          (else
           (stream-cons a
                        (merge-streams (stream-rest one)
                                       (stream-rest other)))))))

(define (make-hamming)
  (letrec ((numbers
            (stream-cons 1
                         (merge-streams (times 2 numbers)
                                        (merge-streams (times 3 numbers)
                                                       (times 5 numbers))))))
    numbers))

(define (make-fibonacci)
  (letrec ((numbers
            (stream-cons 0
                         (stream-cons 1 (add numbers (stream-rest numbers))))))
    numbers))

;; Power series: streams of coefficients.

(define (integrate series)
  (join-with / series (from 1)))

(define (multiply one other)
  (stream-cons (* (stream-first one) (stream-first other))
               (add (times (stream-first one) (stream-rest other))
                    (multiply (stream-rest one) other))))

;; One divided by a series that begins with 1.
(define (invert series)
  (letrec ((result
            (stream-cons 1 (times -1 (multiply (stream-rest series) result)))))
    result))

(define (divide one other)
  (let ((first (stream-first other)))
    (multiply (times (/ 1 first) one) (invert (times (/ 1 first) other)))))

(define (make-exponential)
  (letrec ((series (stream-cons 1 (integrate series)))) series))

(define (make-sine-and-cosine)
  (letrec ((sine (stream-cons 0 (integrate cosine)))
           (cosine (stream-cons 1 (times -1 (integrate sine)))))
    (cons sine cosine)))

;; Bernoulli's numbers: n! times the coefficients of x / (e^x - 1).
(define (bernoulli-numbers)
  (let ((factorials (let loop ((n 0) (factorial 1))
                      (stream-cons factorial
                                   (loop (+ n 1) (* factorial (+ n 1)))))))
    (join-with * factorials (invert (stream-rest (make-exponential))))))

;; Partitions: the product of 1/(1 - x^k), by Euler's recurrence.
(define (make-partitions)
  (letrec ((pentagonals
            (let loop ((k 1))
              (stream-cons (quotient (* k (- (* 3 k) 1)) 2)
                           (stream-cons (quotient (* k (+ (* 3 k) 1)) 2)
                                        (loop (+ k 1))))))
           (known '#(1))
           (count
            (lambda (n)
              (let loop ((left pentagonals) (index 0) (sum 0))
                (let ((number (stream-first left)))
                  (if (> number n)
                      sum
                      (loop (stream-rest left)
                            (+ index 1)
                            ((if (< (remainder index 4) 2) + -)
                             sum
                             (vector-ref known (- n number))))))))))
    (stream-cons 1
                 (let loop ((n 1))
                   (let ((value (count n)))
                     (set! known (vector-append known (vector value)))
                     (stream-cons value (loop (+ n 1))))))))

;; Pi by a slow series, made faster by Euler's transformation again and again.

(define (pi-summands n)
  (stream-cons (/ 1.0 n) (transform - (pi-summands (+ n 2)))))

(define (faster stream)
  (let* ((a (stream-first stream))
         (b (stream-first (stream-rest stream)))
         (c (stream-first (stream-rest (stream-rest stream))))
         (bend (+ a c (* -2 b))))
    (stream-cons (- c (/ (* (- c b) (- c b)) bend))
                 (faster (stream-rest stream)))))

(define (tableau stream)
  (stream-cons stream (tableau (faster stream))))

(define (pi-estimate)
  (let ((sums (times 4 (sums (pi-summands 1)))))
    (element (transform stream-first (tableau sums)) 6)))

;; All pairs of two streams, so that each comes some time.

(define (interleave one other)
  (if (null? one)
      other
      (stream-cons (stream-first one)
                   (interleave other (stream-rest one)))))

(define (pairs one other)
  (stream-cons (cons (stream-first one) (stream-first other))
               (interleave (transform (lambda (x) (cons (stream-first one) x))
                                      (stream-rest other))
                           (pairs (stream-rest one) (stream-rest other)))))

;; Right triangles with integer sides, of which the first two are in pairs.
(define (right-triangles)
  (keep (lambda (pair)
          (let-values (((root rest)
                        (exact-integer-sqrt (+ (* (car pair) (car pair))
                                               (* (cdr pair) (cdr pair))))))
            (= rest 0)))
        (pairs (from 1) (from 1))))

;; The leaves of a tree, when they are asked for.
(define (fringe tree)
  (let walk ((tree tree) (rest (delay empty-stream)))
    (cond ((null? tree) (force rest))
          ((pair? tree) (walk (car tree) (delay (walk (cdr tree) rest))))
          (else (cons tree rest)))))

(define (same-fringe? one other)
  (let loop ((one (fringe one)) (other (fringe other)))
    (cond ((null? one) (null? other))
          ((null? other) #f)
          ((= (stream-first one) (stream-first other))
           (loop (stream-rest one) (stream-rest other)))
          (else #f))))

(define (left-tree from to)
  (if (= from to) (list from) (list (left-tree from (- to 1)) to)))

(define (right-tree from to)
  (if (= from to) (list from) (list from (right-tree (+ from 1) to))))

;; Hailstone numbers, with their lengths in a parameter's step.

(define step-factor (make-parameter 3))

(define (hailstones number)
  (stream-cons number
               (hailstones (if (even? number)
                               (quotient number 2)
                               (+ 1 (* (step-factor) number))))))

(define (steps-to-one number)
  (length (take (take-while (lambda (n) (> n 1)) (hailstones number)) 1000)))

(define (benchmark size)
  (let* ((primes (make-primes))
         (hamming (make-hamming))
         (sine-cosine (make-sine-and-cosine))
         (sine (car sine-cosine))
         (cosine (cdr sine-cosine))
         (some (quotient size 10)))
    (list (element (sieve (from 2)) some)
          (element primes size)
          (apply
           +
           (take (take-while (lambda (prime) (< prime size)) primes) size))
          (element hamming size)
          (remainder (element (make-fibonacci) size) 1000000007)
          (take (multiply (make-exponential) (invert (make-exponential))) 6)
          (apply +
                 (take (add (multiply sine sine) (multiply cosine cosine)) 12))
          (take (divide sine cosine) 8)
          (element (bernoulli-numbers) (+ 6 (* 2 (quotient some 20))))
          (remainder (element (make-partitions) size) 1000000007)
          (exact (round (* 1e9 (pi-estimate))))
          (fold (lambda (pair sum)
                  (remainder (+ (* sum 31) (car pair) (* 7 (cdr pair))) 999983))
                0
                (take (right-triangles) (min 7 (+ 2 (quotient some 20)))))
          (same-fringe? (left-tree 1 size) (right-tree 1 size))
          (parameterize ((step-factor 3))
            (apply max (map steps-to-one (take (from 1) some)))))))
