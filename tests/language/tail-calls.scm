;; Loops of every tail position run in constant space.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (count-down n) (if (= n 0) 'done (count-down (- n 1))))
(show (count-down 300000))

(define (my-even? n) (if (= n 0) #t (my-odd? (- n 1))))
(define (my-odd? n) (if (= n 0) #f (my-even? (- n 1))))
(show (my-even? 100001))

(define (in-cond n) (cond ((= n 0) 'cond) (else (in-cond (- n 1)))))
(show (in-cond 100000))

(define (in-case n) (case n ((0) 'case) (else (in-case (- n 1)))))
(show (in-case 100000))

(define (in-and n) (and #t (if (= n 0) 'and (in-and (- n 1)))))
(show (in-and 100000))

(define (in-or n) (or #f (if (= n 0) 'or (in-or (- n 1)))))
(show (in-or 100000))

(define (in-when n) (when #t (if (= n 0) 'when (in-when (- n 1)))))
(show (in-when 100000))

(define (in-let n) (let* ((m (- n 1))) (if (< m 0) 'let (in-let m))))
(show (in-let 100000))

(define (in-apply n) (if (= n 0) 'apply (apply in-apply (list (- n 1)))))
(show (in-apply 100000))

(define (in-values n)
  (call-with-values (lambda () (values n 1))
    (lambda (a b) (if (= a 0) 'values (in-values (- a b))))))
(show (in-values 100000))

(define (in-call/cc n)
  (call/cc (lambda (k) (if (= n 0) 'call/cc (in-call/cc (- n 1))))))
(show (in-call/cc 20000))
(show (do ((i 0 (+ i 1))) ((= i 100000) 'do)))
