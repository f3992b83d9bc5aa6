;; Procedures that go round by a call in tail position and also wait for calls of themselves: such
;; a call may find no room for its frame in any turn, and is then made again with what it has by then.
(import (scheme base) (scheme write))

(define (show . objects) (for-each display objects) (newline))

;; A tree of so many leaves, as deep on the left as on the right.
(define (tree depth leaf)
  (if (= depth 0) leaf (cons (tree (- depth 1) leaf) (tree (- depth 1) (+ leaf 1)))))

(define (flatten tree seen)
  (cond ((null? tree) seen)
        ((pair? tree) (flatten (cdr tree) (flatten (car tree) seen)))
        (else (flatten '() (cons tree seen)))))

(define (sum numbers) (apply + numbers))

(define flat (flatten (tree 9 0) '()))
(show (length flat) " " (sum flat) " " (car flat))

;; As deep as it is long.
(define (comb depth tree) (if (= depth 0) tree (comb (- depth 1) (cons tree depth))))
(show (sum (flatten (comb 700 '()) '())))

;; Six arguments and seven, of which the turns exchange some and make others.
(define (turn n a b c d e)
  (if (= n 0)
      (list a b c d e)
      (turn (- n 1) b (cons n a) (turn (quotient n 2) c d e a b) d (cons c e))))
(define (weigh object) (if (pair? object) (+ (weigh (car object)) (weigh (cdr object))) 1))
(show (map weigh (turn 6 1 2 3 4 5)))

(define (more n a b c d e f)
  (if (= n 0)
      (list a b c d e f)
      (more (- n 1) b (cons n a) (more (quotient n 2) c d e f a b) d (list e) f)))
(show (map weigh (more 6 1 2 3 4 5 6)))

;; The result of each turn is made of flonums, which need room too.
(define (mean n low high)
  (if (< n 1)
      (/ (+ low high) 2.0)
      (mean (- n 1) (mean (- n 2) low high) (+ high 0.5))))
(show (mean 12 0.0 1.0))

;; Takeuchi's function on numbers and on lists.
(define (tak x y z)
  (if (not (< y x)) z (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))))
(show (tak 12 8 4))
(define (longer? a b) (and (pair? a) (or (null? b) (longer? (cdr a) (cdr b)))))
(define (numbers n) (if (= n 0) '() (cons n (numbers (- n 1)))))
(define (lists x y z)
  (if (not (longer? x y))
      z
      (lists (lists (cdr x) y z) (lists (cdr y) z x) (lists (cdr z) x y))))
(show (lists (numbers 10) (numbers 7) (numbers 4)))
