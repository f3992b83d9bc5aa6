;; equal? of data that one step cannot compare: trees, what goes round in a
;; circle, what is reached on many ways, and parts that take more than a step.
(import (scheme base) (scheme write))

(define (show name . results)
  (write name)
  (for-each (lambda (result) (display " ") (write result)) results)
  (newline))

(define (numbers count last)
  (let ((vector (make-vector count 7)))
    (vector-set! vector (- count 1) last)
    (vector->list vector)))

(show 'long-lists
      (equal? (numbers 20000 'a) (numbers 20000 'a))
      (equal? (numbers 20000 'a) (numbers 20000 'b))
      (equal? (numbers 20000 'a) (numbers 20001 'a)))

;; Along the cars, each with 40 more elements behind.
(define (left-deep depth leaf last)
  (let ((tail (numbers 40 last)))
    (let loop ((depth depth) (tree (cons leaf tail)))
      (if (= depth 0) tree (loop (- depth 1) (cons tree tail))))))

(show 'deep-to-the-left
      (equal? (left-deep 500 'a 'x) (left-deep 500 'a 'x))
      (equal? (left-deep 500 'a 'x) (left-deep 500 'b 'x))
      (equal? (left-deep 500 'a 'x) (left-deep 500 'a 'y))
      (equal? (left-deep 500 'a 'x) (left-deep 501 'a 'x)))

;; A part that takes more comparisons than a step has.
(define (with-vector count last)
  (list 1 (make-vector count 'v) (make-string 70000 #\s) last))

(show 'large-parts
      (equal? (list (numbers 400 1) (with-vector 17000 'a))
              (list (numbers 400 1) (with-vector 17000 'a)))
      (equal? (list (numbers 400 1) (with-vector 17000 'a))
              (list (numbers 400 1) (with-vector 17000 'b)))
      (equal? (list (numbers 400 1) (with-vector 3000 'a))
              (list (numbers 400 1) (with-vector 3000 'b)))
      (equal? (with-vector 17000 'a) (with-vector 17001 'a)))

(define (circle count last)
  (let* ((list (numbers count last)) (end (list-tail list (- count 1))))
    (set-cdr! end list)
    list))

(show 'circles
      (equal? (circle 3 'a) (circle 6 'a))
      (equal? (circle 1 'a) (circle 1 'a))
      (equal? (circle 2 'a) (circle 2 'b))
      (equal? (circle 700 'a) (circle 700 'a)))

;; Two to the power of 60 ways.
(define (doubled depth leaf)
  (let loop ((depth depth) (part leaf))
    (if (= depth 0) part (loop (- depth 1) (cons part part)))))

(show 'many-ways
      (equal? (doubled 60 'a) (doubled 60 'a))
      (equal? (doubled 60 'a) (cons (doubled 59 'a) (doubled 59 'b)))
      (equal? (vector (doubled 60 'a) 1) (vector (doubled 60 'a) 2)))
