;; Loops by name, nested loops, loops that return closures.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (primes-below n)
  (let next ((i 2) (found '()))
    (if (= i n)
        (reverse found)
        (let test ((divisors found))
          (cond ((null? divisors) (next (+ i 1) (cons i found)))
                ((= 0 (remainder i (car divisors))) (next (+ i 1) found))
                (else (test (cdr divisors))))))))
(show (primes-below 60))

(define (collatz n)
  (do ((n n (if (even? n) (quotient n 2) (+ 1 (* 3 n))))
       (steps 0 (+ steps 1)))
      ((= n 1) steps)))
(show (map collatz '(1 7 27 97)))

(define (table rows columns)
  (let row ((r rows) (result '()))
    (if (= r 0)
        result
        (row (- r 1)
             (cons (let column ((c columns) (line '()))
                     (if (= c 0)
                         line
                         (column (- c 1) (cons (* r c) line))))
                   result)))))
(show (table 3 4))

(define (hanoi n from to by)
  (if (= n 0)
      0
      (+ (hanoi (- n 1) from by to) 1 (hanoi (- n 1) by to from))))
(show (hanoi 10 'a 'b 'c))
(show (let loop ((i 0)) (if (< i 10) (loop (+ i 1)) i)))
(show (let loop () 'no-variables))
