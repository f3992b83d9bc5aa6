;; Closures keep their variables apart, and share what they should share.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (make-counter)
  (let ((count 0))
    (lambda () (set! count (+ count 1)) count)))
(define a (make-counter))
(define b (make-counter))
(a) (a)
(show (list (a) (b)))

(define (make-account balance)
  (define (deposit! n) (set! balance (+ balance n)) balance)
  (define (withdraw! n)
    (if (> n balance) 'refused (deposit! (- n))))
  (lambda (request n)
    (case request
      ((deposit) (deposit! n))
      ((withdraw) (withdraw! n)))))
(define account (make-account 100))
(show (list (account 'deposit 50) (account 'withdraw 500)
            (account 'withdraw 30)))

;; Each turn of a loop has its own variable.
(define thunks
  (let loop ((i 0) (made '()))
    (if (= i 3) made (loop (+ i 1) (cons (lambda () i) made)))))
(show (map (lambda (thunk) (thunk)) thunks))
(define from-do
  (do ((i 0 (+ i 1)) (made '() (cons (lambda () i) made)))
      ((= i 3) made)))
(show (map (lambda (thunk) (thunk)) from-do))

(define (compose . functions)
  (if (null? functions)
      (lambda (x) x)
      (lambda (x) ((car functions) ((apply compose (cdr functions)) x)))))
(show ((compose (lambda (x) (* x 2)) (lambda (x) (+ x 1))) 5))
(define (curried a) (lambda (b) (list a b)))
(show ((curried 1) 2))
