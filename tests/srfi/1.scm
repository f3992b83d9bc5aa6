;; SRFI 1: lists, with their edges: none, one, several, dotted, circular.
(import (scheme base) (srfi 1) (srfi 64))

(define (both producer) (call-with-values producer list))

(test-begin "srfi-1")

(test-group "constructors"
  (test-equal '(a . b) (xcons 'b 'a))
  (test-equal '(1 2 3 . 4) (cons* 1 2 3 4))
  (test-equal 5 (cons* 5))
  (test-equal '(0 1 4) (list-tabulate 3 square))
  (test-equal '(z q z q z) (take (circular-list 'z 'q) 5))
  (test-equal '(0 -1/2 -1) (iota 3 0 -1/2)))

(test-group "predicates"
  (test-assert (proper-list? '()))
  (test-assert (not (proper-list? '(1 . 2))))
  (test-assert (not (proper-list? (circular-list 1 2))))
  (test-assert (circular-list? (cons 0 (circular-list 1 2))))
  (test-assert (dotted-list? 5))
  (test-assert (not (dotted-list? '(1 2))))
  (test-assert (list= eq?))
  (test-assert (list= eq? '(a)))
  (test-assert (not (list= eq? '(a) '(a) '(a b))))
  (test-eqv #f (length+ (circular-list 1 2 3)))
  (test-error 'type (null-list? 5)))

(test-group "selectors"
  (test-equal '(1 2 3 4 5 6 7 8 9 10)
    (map (lambda (select) (select '(1 2 3 4 5 6 7 8 9 10)))
         (list first second third fourth fifth sixth seventh eighth ninth
               tenth)))
  (test-equal '(3 . d) (drop '(1 2 3 . d) 2))
  (test-equal '(2 3 . d) (take-right '(1 2 3 . d) 2))
  (test-equal 'd (take-right '(1 2 3 . d) 0))
  (test-equal '(1) (drop-right '(1 2 3 . d) 2))
  (test-equal '((a b c) (d e)) (both (lambda () (split-at '(a b c d e) 3))))
  (test-equal '(c . d) (last-pair '(a b c . d)))
  (test-error 'range (take '(1) 2))
  (test-error 'type (take '(1 . 2) 2))
  (test-error 'type (take '(1) -1)))

(test-group "folds"
  (test-equal '(c 3 b 2 a 1) (fold cons* '() '(a b c) '(1 2 3 4)))
  (test-equal '(a 1 b 2 c 3) (fold-right cons* '() '(a b c) '(1 2 3 4)))
  (test-equal '((1 2) (2)) (pair-fold-right cons '() '(1 2)))
  (test-equal '(((2) (b)) ((1 2) (a b)))
    (pair-fold (lambda (x y rest) (cons (list x y) rest)) '() '(1 2) '(a b)))
  (test-equal '(((1 2) (a b)) ((2) (b)))
    (pair-fold-right (lambda (x y rest) (cons (list x y) rest))
                     '() '(1 2) '(a b)))
  (test-equal '(3 2 1)
    (pair-fold (lambda (pair tail) (set-cdr! pair tail) pair)
               '() (list 1 2 3)))
  (test-eqv 10 (reduce max 0 '(3 10 2)))
  (test-eqv 0 (reduce + 0 '()))
  (test-equal '(1 2 3 4) (reduce-right append '() '((1) (2 3) (4))))
  (test-equal '(1 4 9 end)
    (unfold (lambda (x) (> x 3)) square (lambda (x) (+ x 1)) 1
            (lambda (x) '(end))))
  (test-equal '(1 4 9 0)
    (unfold-right zero? square (lambda (x) (- x 1)) 3 '(0))))

(test-group "mapping"
  (test-equal '(1 a 2 b) (append-map list '(1 2) '(a b c)))
  (test-equal '(1 9) (filter-map (lambda (x) (and (number? x) (square x)))
                                 '(a 1 b 3)))
  (test-equal '((1 . x) (2 . y)) (map cons '(1 2) (circular-list 'x 'y)))
  (test-eqv 2 (count < '(1 2 4 8) (circular-list 2 4 1)))
  (let ((seen '()))
    (pair-for-each (lambda (x y) (set! seen (cons (list x y) seen)))
                   '(1 2) '(a b))
    (test-equal '(((2) (b)) ((1 2) (a b))) seen)))

(test-group "searching"
  (test-eqv 4 (find even? '(3 1 4 1 5)))
  (test-equal '(-8 -5 0) (find-tail even? '(3 1 37 -8 -5 0)))
  (test-eqv #f (find-tail even? '(3 1)))
  (test-equal '((2 18) (3 10 22))
    (both (lambda () (span even? '(2 18 3 10 22)))))
  (test-equal '((3 1) (4 1 5 9))
    (both (lambda () (break even? '(3 1 4 1 5 9)))))
  (test-eqv #t (any < '(3 1 4) '(2 7 1 8)))
  (test-eqv #f (any even? '()))
  (test-eqv 8 (every (lambda (x y) (and x (* x y))) '(1 2) '(3 4 5)))
  (test-eqv #t (every even? '()))
  (test-eqv 2 (list-index even? '(3 1 4)))
  (test-eqv 1 (list-index = '(3 1 4) '(2 1 8 2)))
  (test-eqv #f (list-index even? '())))

(test-group "deleting"
  (test-equal '(1 3 2) (delete 3 '(1 3 2 5 4) <))
  (test-equal '(a b c z) (delete-duplicates '(a b a c a b c z)))
  (test-equal '((a . 3) (b . 7))
    (delete-duplicates '((a . 3) (b . 7) (a . 9))
                       (lambda (x y) (eq? (car x) (car y)))))
  (test-equal '((b . 2)) (alist-delete 'a '((a . 1) (b . 2) (a . 3))))
  (let* ((old (list (cons 'a 1))) (new (alist-copy old)))
    (set-cdr! (car new) 5)
    (test-equal '((a . 1)) old)))

(test-group "sets"
  (test-assert (lset<= eq? '(a) '(a b a) '(a b c c)))
  (test-assert (lset<= eq?))
  (test-assert (lset= eq? '(b e a) '(a e b) '(e e b a)))
  (test-equal '(u o i a b c d c e)
    (lset-union eq? '(a b c d c e) '(a e i o u)))
  (test-equal '() (lset-union eq?))
  (test-equal '(a x a) (lset-intersection eq? '(a x b a) '(a x y)))
  (test-equal '(b c d) (lset-difference eq? '(a b c d e) '(a e i o u)))
  (test-assert (lset= eq? '(d c b i o u)
                      (lset-xor eq? '(a b c d e) '(a e i o u))))
  (test-equal '((b) (a c))
    (both (lambda () (lset-diff+intersection eq? '(a b c) '(a) '(c d))))))

(test-group "may use their arguments up"
  (test-equal '(1 2 3) (append! (list 1) '() (list 2) (list 3)))
  (test-equal '(3 2 1 . 4) (append-reverse! (list 1 2 3) 4))
  (test-equal '(a b) (delete-duplicates! (list 'a 'b 'a)))
  (test-equal '((2 4) (1 3)) (both (lambda () (partition! even? (list 1 2 3 4)))))
  (test-equal '((1 2) (a b) (x y) (+ -) (p q))
    (both (lambda () (unzip5 '((1 a x + p) (2 b y - q)))))))

;; A continuation taken in the middle of a map may come back, and what was returned
;; before stays as it was.
(test-group "re-entry"
  (define again #f)
  (define results '())
  (define rounds 0)
  (let ((result (filter-map
                 (lambda (x)
                   (call/cc (lambda (k) (if (= x 2) (set! again k)) x)))
                 '(1 2 3))))
    (set! results (cons result results))
    (set! rounds (+ rounds 1))
    (if (< rounds 3) (again (* 10 rounds))))
  (test-equal '((1 20 3) (1 10 3) (1 2 3)) results))

(test-end)
