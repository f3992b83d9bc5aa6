;; Recursion, backtracking and arithmetic in one.
(import (scheme base) (scheme write))

(define (show object) (write object) (newline))

(define (queens size)
  (define (safe? row distance placed)
    (or (null? placed)
        (and (not (= (car placed) row))
             (not (= (abs (- (car placed) row)) distance))
             (safe? row (+ distance 1) (cdr placed)))))
  (let place ((column 0) (placed '()))
    (if (= column size)
        1
        (let try ((row 0) (count 0))
          (if (= row size)
              count
              (try (+ row 1)
                   (if (safe? row 1 placed)
                       (+ count (place (+ column 1) (cons row placed)))
                       count)))))))
(show (map queens '(1 2 3 4 5 6 7)))

(define (permutations items)
  (if (null? items)
      '(())
      (apply append
             (map (lambda (x)
                    (map (lambda (rest) (cons x rest))
                         (permutations (remove-one x items))))
                  items))))
(define (remove-one x items)
  (cond ((null? items) '())
        ((eqv? x (car items)) (cdr items))
        (else (cons (car items) (remove-one x (cdr items))))))
(show (permutations '(1 2 3)))
(show (length (permutations '(1 2 3 4 5 6))))
(define (tak x y z)
  (if (not (< y x))
      z
      (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))
(show (tak 12 8 4))
(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(show (fib 18))
