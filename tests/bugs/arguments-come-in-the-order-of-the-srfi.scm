;; The order of arguments, and of those of procedures that are passed, is what the SRFI says.
(import (scheme base) (srfi 1) (srfi 14) (srfi 64)
        (only (srfi 113) bag->list bag-unfold set->list set-unfold)
        (only (srfi 128) make-default-comparator)
        (only (srfi 130) string-cursor<=? string-cursor<? string-cursor=? string-cursor>=?
              string-cursor>?)
        (only (srfi 158) generator->list generator gdelete gdelete-neighbor-dups
              make-for-each-generator))
(test-begin "order of arguments")

;; Whether the left argument is the symbol a and the right one b, and nothing else.
(define (a-b? left right) (and (eq? left 'a) (eq? right 'b)))
(define (b-a? left right) (a-b? right left))

;; What the test makes of the procedure with `a-b?`, and with `b-a?`.
(define (both procedure) (list (procedure a-b?) (procedure b-a?)))

(test-group "SRFI 1"
  (test-equal '(#t #f) (both (lambda (same?) (lset<= same? '(a) '(b)))))
  (test-equal '(#t #f) (both (lambda (same?) (lset= same? '(a) '(b)))))
  (test-equal '((a) ()) (both (lambda (same?) (lset-intersection same? '(a) '(b)))))
  (test-equal '(() (a)) (both (lambda (same?) (lset-difference same? '(a) '(b)))))
  (test-equal '(((a) ()) (() (a)))
    (reverse
     (both (lambda (same?)
             (call-with-values (lambda () (lset-diff+intersection same? '(a) '(b))) list)))))
  (test-equal '((b) (a)) (both (lambda (same?) (lset-xor same? '(a) '(b)))))
  (test-equal '((a) (b a)) (both (lambda (same?) (lset-adjoin same? '(a) 'b))))
  (test-equal '((a) (b a)) (both (lambda (same?) (lset-union same? '(a) '(b)))))
  (test-equal '(() (b)) (both (lambda (same?) (delete 'a '(b) same?))))
  (test-equal '((a) (a b)) (both (lambda (same?) (delete-duplicates '(a b) same?))))
  (test-equal '(() ((b . 1))) (both (lambda (same?) (alist-delete 'a '((b . 1)) same?))))
  (test-equal '((b) #f) (both (lambda (same?) (member 'a '(b) same?))))
  (test-equal '((b . 1) #f) (both (lambda (same?) (assoc 'a '((b . 1)) same?))))
  (test-equal '(#t #f) (both (lambda (same?) (list= same? '(a) '(b)))))
  (test-equal '(a b a) (lset-union eq? '() '(a b a))))

(test-group "SRFI 14"
  (test-equal "abc"
    (char-set->string (char-set-unfold null? car cdr '(#\a #\b) (char-set #\c))))
  (test-equal "abc"
    (char-set->string (char-set-unfold! null? car cdr '(#\a #\b) (char-set #\c)))))

(test-group "SRFI 113"
  (define comparator (make-default-comparator))
  (define (down n) (- n 1))
  (test-equal '((1) (1))
    (list (set->list (set-unfold zero? square down 1 comparator))
          (set->list (set-unfold comparator zero? square down 1))))
  (test-equal '((1) (1))
    (list (bag->list (bag-unfold zero? square down 1 comparator))
          (bag->list (bag-unfold comparator zero? square down 1)))))

(test-group "SRFI 130"
  (define (all left right)
    (map (lambda (compare) (compare left right))
         (list string-cursor=? string-cursor<? string-cursor>? string-cursor<=?
               string-cursor>=?)))
  (test-equal '(#f #t #f #t #f) (all 0 1))
  (test-equal '(#f #f #t #f #t) (all 1 0))
  (test-equal '(#t #f #f #t #t) (all 1 1)))

(test-group "SRFI 158"
  (test-equal '(() (b))
    (both (lambda (same?) (generator->list (gdelete 'a (generator 'b) same?)))))
  (test-equal '((a) (a b))
    (both (lambda (same?) (generator->list (gdelete-neighbor-dups (generator 'a 'b) same?)))))
  (test-equal '(1 2) (generator->list (make-for-each-generator for-each '(1 2))))
  (test-equal '(1 2) (generator->list ((make-for-each-generator for-each) '(1 2)))))
(test-end)
