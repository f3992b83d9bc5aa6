;; Recursion is as deep as memory allows, not as the native stack.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (sum-to n) (if (= n 0) 0 (+ n (sum-to (- n 1)))))
(show (sum-to 20000))

(define (build n) (if (= n 0) '() (cons n (build (- n 1)))))
(show (length (build 10000)))

(define (append-two a b)
  (if (null? a) b (cons (car a) (append-two (cdr a) b))))
(show (length (append-two (build 5000) (build 7))))

(define (ackermann m n)
  (cond ((= m 0) (+ n 1))
        ((= n 0) (ackermann (- m 1) 1))
        (else (ackermann (- m 1) (ackermann m (- n 1))))))
(show (ackermann 2 40))

(define (nest depth) (if (= depth 0) '() (list (nest (- depth 1)))))
(define (depth-of object)
  (if (null? object) 0 (+ 1 (depth-of (car object)))))
(show (depth-of (nest 4000)))
(show (equal? (nest 500) (nest 500)))
(show (equal? (nest 500) (nest 501)))
