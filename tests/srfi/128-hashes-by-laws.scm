;; Laws of SRFI 128, written from its text: hashes agree with the equalities they are for, comparators
;; made of others are as their parts, and what is registered takes its place behind what is known.
(import (scheme base) (scheme char) (srfi 64) (srfi 128))
(include "laws/laws.scm")
(test-begin "srfi-128, hashes by laws")

(define strings '("" "a" "A" "aB" "Ab" "ab" "ß" "SS" "ss" "Σς" "σσ" "\x1F600;"))
(define characters '(#\a #\A #\b #\ß #\Σ #\σ #\ς #\0))
(define numbers (list 0 -0.0 0.0 1 1.0 1/2 0.5 (expt 10 40) 1e40 -1))
(define (hash-of? object) (and (exact-integer? object) (not (negative? object))))

;; A hash is an exact integer that is not negative, below the bound, the same for what is equal.
(define-syntax hash-laws
  (syntax-rules ()
    ((_ hash same? objects)
     (begin
       (law ((a objects)) (and (hash-of? (hash a)) (= (hash a) (hash a))))
       (law ((a objects) (b objects)) (or (not (same? a b)) (= (hash a) (hash b))))))))
(hash-laws string-hash string=? strings)
(hash-laws string-ci-hash string-ci=? strings)
(hash-laws char-hash char=? characters)
(hash-laws char-ci-hash char-ci=? characters)
(hash-laws number-hash = numbers)
(hash-laws symbol-hash symbol=? (map string->symbol strings))
(hash-laws boolean-hash boolean=? '(#t #f))
(hash-laws default-hash equal? (append strings characters numbers (list '() '(1) #(1) #u8(1))))
(law ((a strings)) (< (string-hash a) (hash-bound)))
(test-assert (hash-of? (hash-salt)))
(test-assert (positive? (hash-bound)))

;; The kinds of equality.
(define fresh (list (list 1) (string #\a) (vector 1)))
(law ((a fresh)) (and (=? (make-equal-comparator) a (if (pair? a) (list 1) (if (string? a) (string #\a) (vector 1))))
                      (not (=? (make-eqv-comparator) a (if (pair? a) (list 1) (if (string? a) (string #\a) (vector 1)))))
                      (=? (make-eq-comparator) a a)))
(law ((make (list make-eq-comparator make-eqv-comparator make-equal-comparator)) (a (append numbers fresh)))
     (let ((comparator (make)))
       (and (comparator? comparator) (comparator-test-type comparator a)
            (comparator-hashable? comparator) (not (comparator-ordered? comparator))
            (= (comparator-hash comparator a) (comparator-hash comparator a)))))

;; A comparator without an order or a hash has procedures that raise; the type test may be #t, the
;; equality #t if there is an order.
(define by-length (make-comparator string? #t (lambda (a b) (< (string-length a) (string-length b)))
                                   string-length))
(law ((a strings) (b strings))
     (and (eq? (=? by-length a b) (= (string-length a) (string-length b)))
          (eq? (<? by-length a b) (< (string-length a) (string-length b)))
          (= 1 (length (let keep ((all (list (<? by-length a b) (=? by-length a b) (>? by-length a b))))
                         (cond ((null? all) '()) ((car all) (cons 1 (keep (cdr all)))) (else (keep (cdr all)))))))
          (eq? (comparator-if<=> by-length a b 'less 'equal 'greater)
               (cond ((<? by-length a b) 'less) ((<? by-length b a) 'greater) (else 'equal)))
          (eq? ((comparator-equality-predicate by-length) a b) (=? by-length a b))
          (eq? ((comparator-ordering-predicate by-length) a b) (<? by-length a b))
          (= ((comparator-hash-function by-length) a) (string-length a))))
(let ((plain (make-comparator #t eq? #f #f)))
  (test-equal '(#f #f #t) (list (comparator-ordered? plain) (comparator-hashable? plain)
                                (comparator-test-type plain 'anything)))
  (test-error (comparator-hash plain 1))
  (test-error ((comparator-ordering-predicate plain) 1 2)))

;; Chains stop at the first pair that fails; each pair is asked once, from the left.
(define asked '())
(define noting (make-comparator #t (lambda (a b) (set! asked (cons (list a b) asked)) (= a b)) < #f))
(test-equal '(#f ((1 2) (1 1)))
  (let ((answer (=? noting 1 1 2 2))) (list answer asked)))

;; Pairs: by cars and then by cdrs, each with its own. Lists of another type by their own accessors.
(define ups (make-comparator exact-integer? = < number-hash))
(define pairs (make-pair-comparator by-length ups))
(law ((a strings) (b strings) (m '(1 2)) (n '(1 2)))
     (and (eq? (=? pairs (cons a m) (cons b n)) (and (=? by-length a b) (= m n)))
          (eq? (<? pairs (cons a m) (cons b n))
               (or (<? by-length a b) (and (=? by-length a b) (< m n))))
          (or (not (=? pairs (cons a m) (cons b n)))
              (= (comparator-hash pairs (cons a m)) (comparator-hash pairs (cons b n))))))
(define digits (make-list-comparator ups (lambda (x) (or (string? x) (integer? x)))
                                     (lambda (x) (equal? x 0)) (lambda (x) (modulo x 10))
                                     (lambda (x) (quotient x 10))))
(test-assert (<? digits 0 1 11 21 2))
(test-equal '(#t #f) (list (=? digits 12 12) (=? digits 12 21)))
(define characters-first
  (make-vector-comparator (make-comparator char? char=? char<? char-hash) string? string-length string-ref))
(test-assert (<? characters-first "" "b" "z" "aa" "ab" "ba"))
(law ((a strings) (b strings)) (eq? (=? characters-first a b) (string=? a b)))

;; What is registered is compared by its own comparator, behind all that is known before.
(define-record-type <money> (money amount) money? (amount amount))
(comparator-register-default!
 (make-comparator money? (lambda (a b) (= (amount a) (amount b)))
                  (lambda (a b) (< (amount a) (amount b))) (lambda (a) (number-hash (amount a)))))
(define default (make-default-comparator))
(test-assert (<? default (money 1) (money 2)))
(test-assert (=? default (money 1) (money 1)))
(test-assert (= (default-hash (money 1)) (default-hash (money 1))))
(test-assert (<? default (list 1 (money 1)) (list 1 (money 2))))
(law ((known (list '() '(1) #f #\a "a" 'a 1 #(1) #u8(1)))) (<? default known (money 1)))
(test-assert (not (=? default (money 1) 1)))
(test-end)
