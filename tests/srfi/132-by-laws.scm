;; Laws of SRFI 132, written from its text: every range of vectors of every length up to five with
;; equal elements, against the elements of the range in a list that is sorted by insertion. The order is
;; by keys only and the predicates tell in which order they get their arguments. (Merges, and lists of
;; all lengths up to twenty, are in sorting-by-laws.)
(import (scheme base) (srfi 64) (srfi 132))
(include "laws/laws.scm")
(test-begin "srfi-132 by laws")

;; Pairs of a key below three and a place.
(define (numbered keys)
  (let loop ((keys keys) (place 0))
    (if (null? keys) '() (cons (cons (car keys) place) (loop (cdr keys) (+ place 1))))))
(define (before? a b) (< (car a) (car b)))
(define (after? a b) (> (car a) (car b)))
(define samples
  (map (lambda (keys) (list->vector (numbered keys)))
       '(() (1) (1 0) (0 1) (1 1) (2 0 1) (1 2 1) (0 0 0) (2 2 1 0) (1 0 1 0) (0 1 2 2) (2 1 2 1 0)
         (0 2 0 2 0) (1 1 0 0 2))))
;; A sample with a start and an end.
(define ranges
  (apply append
         (map (lambda (v)
                (let ((n (vector-length v)))
                  (let loop ((start n) (end n) (all '()))
                    (cond ((< start 0) all)
                          ((< end start) (loop (- start 1) n all))
                          (else (loop start (- end 1) (cons (list v start end) all)))))))
              samples)))
(define (part range) (vector->list (apply vector-copy range)))
(define (whole range) (vector-copy (car range)))
(define (start range) (cadr range))
(define (end range) (car (cddr range)))
;; The elements in order, those alike as they were.
(define (sorted before? list)
  (define (insert x list)
    (cond ((null? list) (cons x '()))
          ((before? x (car list)) (cons x list))
          (else (cons (car list) (insert x (cdr list))))))
  (let loop ((list list) (done '()))
    (if (null? list) done (loop (cdr list) (insert (car list) done)))))
(define (without-neighbours same? list)
  (let loop ((list list) (kept '()))
    (cond ((null? list) (reverse kept))
          ((and (pair? kept) (same? (car kept) (car list))) (loop (cdr list) kept))
          (else (loop (cdr list) (cons (car list) kept))))))
;; What stands around the range, before and after.
(define (around v range)
  (list (vector->list (vector-copy v 0 (start range))) (vector->list (vector-copy v (end range)))))
(define (untouched? v range) (equal? (around v range) (around (car range) range)))
(define (in-order? before? list)
  (or (null? list) (null? (cdr list))
      (and (not (before? (cadr list) (car list))) (in-order? before? (cdr list)))))

(test-group "sorted?"
  (law ((r ranges) (before? (list before? after?)))
       (eq? (in-order? before? (part r)) (vector-sorted? before? (car r) (start r) (end r))))
  (law ((r ranges) (before? (list before? after?)))
       (eq? (in-order? before? (part r)) (list-sorted? before? (part r))))
  (law ((v samples)) (eq? (vector-sorted? before? v) (list-sorted? before? (vector->list v)))))

(test-group "sort"
  (law-equal ((r ranges) (before? (list before? after?)))
    (make-list 2 (sorted before? (part r)))
    (map (lambda (sort) (vector->list (sort before? (car r) (start r) (end r))))
         (list vector-sort vector-stable-sort)))
  (law-equal ((r ranges) (sort (list list-sort list-stable-sort)))
    (list (sorted after? (part r)) (part r))
    (let ((list (part r))) (append (cons (sort after? list) (quote ())) (cons list (quote ())))))
  (law-equal ((r ranges) (sort! (list list-sort! list-stable-sort!)))
    (sorted after? (part r)) (sort! after? (part r)))
  (law ((r ranges) (sort! (list vector-sort! vector-stable-sort!)) (before? (list before? after?)))
       (let ((v (whole r)))
         (sort! before? v (start r) (end r))
         (and (untouched? v r)
              (equal? (sorted before? (part r)) (vector->list (vector-copy v (start r) (end r)))))))
  (law-equal ((r ranges)) (sorted before? (vector->list (vector-copy (car r) (start r))))
    (vector->list (vector-sort before? (car r) (start r)))))

;; The predicate gets the element that was kept and then the one behind it.
(define (same? kept next) (and (= (car kept) (car next)) (< (cdr kept) (cdr next))))
(define (alike? kept next) (<= (car kept) (car next)))
(test-group "delete-neighbor-dups"
  (law-equal ((r ranges) (same? (list same? alike?)))
    (without-neighbours same? (part r)) (list-delete-neighbor-dups same? (part r)))
  (law-equal ((r ranges) (same? (list same? alike?)))
    (without-neighbours same? (part r)) (list-delete-neighbor-dups! same? (part r)))
  (law-equal ((r ranges) (same? (list same? alike?)))
    (list->vector (without-neighbours same? (part r)))
    (vector-delete-neighbor-dups same? (car r) (start r) (end r)))
  (law ((r ranges) (same? (list same? alike?)))
       (let* ((v (whole r)) (kept (without-neighbours same? (part r)))
              (stop (vector-delete-neighbor-dups! same? v (start r) (end r))))
         (and (= stop (+ (start r) (length kept)))
              (equal? kept (vector->list (vector-copy v (start r) stop)))
              (untouched? v r)))))

(test-group "select and separate"
  ;; The element at place k of the order: by its key, since elements alike are in any order.
  (law ((r ranges) (k '(0 1 2 3 4)))
       (or (>= k (length (part r)))
           (let* ((v (whole r)) (found (vector-select! before? v k (start r) (end r))))
             (and (= (car found) (car (list-ref (sorted before? (part r)) k)))
                  (memq found (part r))
                  (untouched? v r)
                  (equal? (sorted (lambda (a b) (< (cdr a) (cdr b))) (part r))
                          (sorted (lambda (a b) (< (cdr a) (cdr b)))
                                  (vector->list (vector-copy v (start r) (end r)))))))))
  (law ((r ranges) (k '(0 1 2 3 4 5)))
       (or (> k (length (part r)))
           (let ((v (whole r)) (all (sorted after? (part r))))
             (vector-separate! after? v k (start r) (end r))
             (and (untouched? v r)
                  (let ((first (vector->list (vector-copy v (start r) (+ (start r) k))))
                        (rest (vector->list (vector-copy v (+ (start r) k) (end r)))))
                    (and (equal? (map car (sorted after? (append first rest))) (map car all))
                         (in-order? after? (list (apply max -1 (map car rest))))
                         (or (null? first) (null? rest)
                             (>= (apply min (map car first)) (apply max (map car rest)))))))))))

(test-group "median"
  (law-equal ((r ranges) (before? (list < >)))
    (let* ((all (sorted before? (map car (part r)))) (n (length all)))
      (cond ((= n 0) 'empty)
            ((odd? n) (list-ref all (quotient n 2)))
            (else (list 'mean (list-ref all (- (quotient n 2) 1)) (list-ref all (quotient n 2))))))
    (vector-find-median before? (list->vector (map car (part r))) 'empty
                        (lambda (a b) (list 'mean a b))))
  (law ((r ranges))
       (let* ((keys (list->vector (map car (part r)))) (v (vector-copy keys)))
         (and (equal? (vector-find-median < keys 0) (vector-find-median! < v 0))
              (equal? (sorted < (vector->list keys)) (vector->list v))
              (equal? (list->vector (map car (part r))) keys)))))

;; A merge keeps the order of each side, and of elements alike those of the left come first.
(test-group "merge"
  (law-equal ((l ranges) (r (list (car ranges) (list #((0 . 10) (1 . 11) (1 . 12)) 0 3)
                                  (list #((2 . 10) (1 . 11)) 1 2))))
    (let ((left (sorted before? (part l))) (right (part r)))
      (make-list 3 (sorted before? (append left right))))
    (let ((left (list->vector (sorted before? (part l)))) (to (make-vector 10 'x)))
      (vector-merge! before? to left (car r) 1 0 (vector-length left) (start r) (end r))
      (list (list-merge before? (vector->list left) (part r))
            (list-merge! before? (vector->list left) (part r))
            (vector->list (vector-copy to 1 (+ 1 (vector-length left) (length (part r)))))))))

;; What is not a range, or no place in it.
(for-each
 (lambda (call) (test-error 'range (call)))
 (list (lambda () (vector-sort < #(1 2) 2 1)) (lambda () (vector-sort! < (vector 1 2) 0 3))
       (lambda () (vector-sorted? < #(1 2) -1)) (lambda () (vector-delete-neighbor-dups = #(1) 0 2))
       (lambda () (vector-delete-neighbor-dups! = (vector 1) 2))
       (lambda () (vector-merge < #(1) #(2) 0 1 0 2))
       (lambda () (vector-merge! < (vector 0 0) #(1) #(2) 1))))
(for-each
 (lambda (call) (test-error 'frozen (call)))
 (list (lambda () (vector-sort! < #(2 1))) (lambda () (vector-merge! < #(0 0) #(1) #(2)))
       (lambda () (vector-delete-neighbor-dups! = #(1 1 2)))
       (lambda () (vector-find-median! < #(2 1) 0)) (lambda () (vector-separate! < #(2 1) 1))))
(test-end)
