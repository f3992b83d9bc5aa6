;; Procedures that depend on the number of arguments.
(import (scheme base) (scheme case-lambda) (scheme write))

(define (show object) (write object) (newline))

(define range
  (case-lambda
    ((end) (range 0 end))
    ((start end)
     (if (>= start end) '() (cons start (range (+ start 1) end))))))
(show (range 3))
(show (range 2 5))

(define plus
  (case-lambda
    (() 0)
    ((x) x)
    ((x y) (+ x y))
    ((x y . rest) (apply plus (+ x y) rest))))
(show (list (plus) (plus 1) (plus 1 2) (plus 1 2 3 4)))

(define first-that-fits
  (case-lambda
    ((a) (list 'one a))
    ((a . rest) (list 'rest a rest))
    ((a b) (list 'never a b))))
(show (list (first-that-fits 1) (first-that-fits 1 2)))
(define any-number (case-lambda (all all)))
(show (any-number 1 2 3))

(define (counter)
  (let ((n 0))
    (case-lambda
      (() n)
      ((by) (set! n (+ n by)) n))))
(define c (counter))
(c 5)
(show (list (c) (c 2) (c)))
(show (apply range '(1 4)))
(show (guard (e (#t 'arity)) (range 1 2 3)))
