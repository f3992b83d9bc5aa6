;; A program that defines a name which it imports has a variable of its own, which holds the imported
;; value until the definition is evaluated; what was written before uses the variable too.
(import (scheme base) (scheme write))
(define (sum) (+ 3 4))
(write (list (+ 3 4) (sum)))
(newline)
(define (+ a b) (* a b))
(write (list (+ 3 4) (sum)))
(newline)
;; The procedures of libraries keep what they use.
(write (list (length '(1 2 3)) (vector-map (lambda (x) (* x x)) #(1 2))))
(newline)
(set! + -)
(write (list (+ 3 4) (sum)))
(newline)
(define car (let ((imported car)) (lambda (x) (list 'car (imported x)))))
(write (car '(1 2)))
(newline)
