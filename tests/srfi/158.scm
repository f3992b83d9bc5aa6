;; SRFI 158: generators and accumulators.
(import (scheme base) (srfi 64) (srfi 158))
(test-begin "srfi-158")
(define-syntax test-generates
  (syntax-rules ()
    ((_ expected generator) (test-equal expected (generator->list generator)))))
(define (feed accumulator . objects)
  (for-each accumulator objects)
  (accumulator (eof-object)))

(test-group "sources"
  (test-generates '() (generator))
  (test-generates '(1 2 3) (generator 1 2 3))
  (test-equal '(a b a) (generator->list (circular-generator 'a 'b) 3))
  (test-generates '(8 9 10) (make-iota-generator 3 8))
  (test-equal '(3 4 5) (generator->list (make-range-generator 3) 3))
  (test-generates '(3 5 7) (make-range-generator 3 8 2))
  (test-generates '(0 1 2)
    (make-coroutine-generator
     (lambda (yield) (let loop ((i 0)) (if (< i 3) (begin (yield i) (loop (+ i 1))))))))
  (test-generates '(3 4) (vector->generator #(1 2 3 4 5) 2 4))
  (test-generates '(4 3) (reverse-vector->generator #(1 2 3 4 5) 2 4))
  (test-generates '(#\b #\c) (string->generator "abcd" 1 3))
  (test-generates '(20 30) (bytevector->generator #u8(10 20 30) 1))
  (test-error 'range (vector->generator #(1 2) 1 3))
  (test-generates '(5 4 3)
    (make-unfold-generator (lambda (s) (< s 3)) values (lambda (s) (- s 1)) 5)))

;; It stays ended.
(let ((g (make-coroutine-generator (lambda (yield) (yield 1)))))
  (g)
  (test-assert (eof-object? (g)))
  (test-assert (eof-object? (g))))

;; A coroutine inside of another.
(test-generates '(0 0 1 0 1 2)
  (make-coroutine-generator
   (lambda (yield)
     (generator-for-each
      (lambda (n) (generator-for-each yield (make-iota-generator n)))
      (make-coroutine-generator (lambda (yield) (yield 1) (yield 2) (yield 3)))))))

(test-group "combinations"
  (test-generates '(a b 0 1) (gcons* 'a 'b (make-range-generator 0 2)))
  (test-generates '() (gappend))
  (test-generates '(0 1 5) (gappend (make-range-generator 0 2) (generator) (generator 5)))
  (test-generates '(1 2 3) (gflatten (generator (generator 1) (generator) (generator 2 3))))
  (test-generates '((1 2) (3 4) (5)) (ggroup (generator 1 2 3 4 5) 2))
  (test-generates '((1 2) (3 x)) (ggroup (generator 1 2 3) 2 'x))
  (test-generates '(1 2 3 4 5 6)
    (gmerge < (generator 1 4) (generator) (generator 2 3 6) (generator 5)))
  (test-generates '((1 . a) (1 . b) (2 . a))
    (gmerge (lambda (x y) (< (car x) (car y)))
            (generator '(1 . a) '(2 . a)) (generator '(1 . b))))
  (test-generates '(15 22 32)
    (gcombine (lambda (x y s) (values (+ x y s) (+ s 1))) 10
              (generator 1 2 3) (generator 4 9 17 99)))
  (test-generates '(a b) (gstate-filter (lambda (x n) (values (< n 2) (+ n 1))) 0
                                        (generator 'a 'b 'c 'd)))
  (test-generates '(1 2 #f) (gtake (generator 1 2) 3 #f))
  (test-generates '() (gdrop (generator 1 2) 5))
  (test-generates '(1 2) (gtake-while (lambda (x) (< x 3)) (generator 1 2 3 1)))
  (test-generates '(3 1) (gdrop-while (lambda (x) (< x 3)) (generator 1 2 3 1)))
  (test-generates '(0.0 0 2) (gdelete 1 (generator 0.0 1 0 2) =))
  (test-generates '(0 1 0) (gdelete-neighbor-dups (generator 0 0 1 0 0)))
  (test-generates '(b d) (gindex (generator 'a 'b 'c 'd 'e) (generator 1 3)))
  (test-generates '(a d) (gselect (generator 'a 'b 'c 'd) (generator #t #f #f #t #t))))

;; gtake asks for no more than it gives.
(let* ((asked 0) (g (lambda () (set! asked (+ asked 1)) asked)))
  (test-equal '((1 2) 2) (let ((l (generator->list (gtake g 2)))) (list l asked))))

(test-group "consumers"
  (test-equal #(1 2) (generator->vector (generator 1 2 3) 2))
  (let ((v (vector 0 0 0)))
    (test-eqv 1 (generator->vector! v 1 (generator 7)))
    (test-equal #(0 7 0) v))
  (test-equal "bc" (generator->string (string->generator "bc")))
  (test-equal '(b 2 a 1) (generator-fold (lambda (x n l) (cons x (cons n l))) '()
                                         (generator 'a 'b) (generator 1 2 3)))
  (test-equal '(2 4) (generator-map->list * (generator 1 2) (generator 2 2 2)))
  (test-eqv #f (generator-find even? (generator 1 3)))
  (test-eqv 2 (generator-count odd? (generator 1 2 3)))
  (test-eqv #t (generator-every odd? (generator)))
  (test-eqv #f (generator-any odd? (generator 2 4))))

(test-group "accumulators"
  (test-eqv 2 (feed (count-accumulator) 'a 'b))
  (test-eqv -4 (feed (make-accumulator * 1 -) 1 2 2))
  (test-equal '(1 2 4) (feed (list-accumulator) 1 2 4))
  (test-equal '(4 2 1) (feed (reverse-list-accumulator) 1 2 4))
  (test-equal #(1 2 4) (feed (vector-accumulator) 1 2 4))
  (test-equal #(4 2 1) (feed (reverse-vector-accumulator) 1 2 4))
  (test-equal #(0 0 1 2) (feed (vector-accumulator! (vector 0 0 0 0) 2) 1 2))
  (test-error 'range (feed (vector-accumulator! (vector 0) 0) 1 2))
  (test-equal "abc" (feed (string-accumulator) #\a #\b #\c))
  (test-equal #u8(1 2 4) (feed (bytevector-accumulator) 1 2 4))
  (test-equal #u8(0 1) (feed (bytevector-accumulator! (bytevector 0 0) 1) 1))
  (test-eqv 7 (feed (sum-accumulator) 1 2 4))
  (test-eqv 8 (feed (product-accumulator) 1 2 4)))
(test-end)
