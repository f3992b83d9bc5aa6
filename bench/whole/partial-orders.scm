;;; Partial orders and lattices, by lists that are soon garbage: all orders of small sets up to
;;; renaming, their antichains and linear extensions, lattices of divisors, and closure systems.

(define (numbers from to)
  (if (< from to) (cons from (numbers (+ from 1) to)) '()))

(define (append-map change list)
  (if (null? list)
      '()
      (append (change (car list)) (append-map change (cdr list)))))

;; All lists that are made of the elements by leaving out some.
(define (subsets elements)
  (if (null? elements)
      '(())
      (let ((rest (subsets (cdr elements))))
        (append rest
                (map (lambda (subset) (cons (car elements) subset)) rest)))))

(define (insertions element list)
  (if (null? list)
      (cons (cons element '()) '())
      (cons (cons element list)
            (map (lambda (rest) (cons (car list) rest))
                 (insertions element (cdr list))))))

(define (permutations elements)
  (if (null? elements)
      '(())
      (append-map (lambda (rest) (insertions (car elements) rest))
                  (permutations (cdr elements)))))

;;; An order is the list, for each element, of the elements below it; elements are numbers in
;;; an order of extension, so that those below are smaller.

(define (closed-downward? below order)
  (every (lambda (element)
           (every (lambda (lower) (memv lower below)) (list-ref order element)))
         below))

(define (orders size)
  (if (= size 0)
      '(())
      (append-map (lambda (order)
                    (map (lambda (below) (append order (list below)))
                         (filter (lambda (below) (closed-downward? below order))
                                 (subsets (numbers 0 (- size 1))))))
                  (orders (- size 1)))))

(define (less? one other order) (memv one (list-ref order other)))

;; What orders that differ in names alone have in common: for each element, what is below and
;; above it, sorted.
(define (signature order)
  (define (above element)
    (filter (lambda (other) (less? element other order))
            (numbers 0 (length order))))
  (define (degree element)
    (+ (* 10 (length (list-ref order element))) (length (above element))))
  (list-sort list<?
             (map (lambda (element)
                    (cons (degree element)
                          (append (list-sort
                                   <
                                   (map degree (list-ref order element)))
                                  (cons
                                   -1
                                   (list-sort <
                                              (map degree (above element)))))))
                  (numbers 0 (length order)))))

(define (list<? one other)
  (cond ((null? other) #f)
        ((null? one) #t)
        ((< (car one) (car other)) #t)
        ((> (car one) (car other)) #f)
        (else (list<? (cdr one) (cdr other)))))

(define (count-profiles orders)
  (let ((table (make-hash-table equal?)))
    (for-each (lambda (order)
                (hash-table-update!/default table
                                            (signature order)
                                            (lambda (count) (+ count 1))
                                            0))
              orders)
    (hash-table-size table)))

(define (antichain? elements order)
  (or (null? elements)
      (and (not (any (lambda (other)
                       (or (less? (car elements) other order)
                           (less? other (car elements) order)))
                     (cdr elements)))
           (antichain? (cdr elements) order))))

(define (antichains order)
  (filter (lambda (elements) (antichain? elements order))
          (subsets (numbers 0 (length order)))))

(define (linear-extensions order)
  (let extend ((left (numbers 0 (length order))))
    (if (null? left)
        1
        (apply +
               (map (lambda (element)
                      (if (any (lambda (other) (less? other element order))
                               left)
                          0
                          (extend (filter
                                   (lambda (other) (not (= other element)))
                                   left))))
                    left)))))

;; Whether an order has a renaming other than the identity that changes nothing.
(define (automorphisms order)
  (let ((elements (numbers 0 (length order))))
    (length
     (filter (lambda (names)
               (every (lambda (one)
                        (every (lambda (other)
                                 (eq? (and (less? one other order) #t)
                                      (and (less? (list-ref names one)
                                                  (list-ref names other)
                                                  order)
                                           #t)))
                               elements))
                      elements))
             (permutations elements)))))

;;; Lattices of divisors.

(define (divisors number)
  (filter (lambda (divisor) (= 0 (remainder number divisor)))
          (numbers 1 (+ number 1))))

(define (distributive? elements meet join)
  (every (lambda (a)
           (every (lambda (b)
                    (every (lambda (c)
                             (= (meet a (join b c))
                                (join (meet a b) (meet a c))))
                           elements))
                  elements))
         elements))

;; The value of Moebius' function between the bottom and each element, in a list of pairs.
(define (moebius elements below?)
  (let loop ((elements elements) (found '()))
    (if (null? elements)
        (reverse found)
        (let ((sum (apply +
                          (map cdr
                               (filter (lambda (pair)
                                         (below? (car pair) (car elements)))
                                       found)))))
          (loop (cdr elements)
                (cons (cons (car elements) (if (null? found) 1 (- sum)))
                      found))))))

;;; Closure systems: families of subsets that have the whole and all intersections.

(define (intersection one other)
  (filter (lambda (element) (memv element other)) one))

(define (close family)
  (let loop ((pending family) (closed '()))
    (if (null? pending)
        closed
        (let ((set (car pending)))
          (if (member set closed)
              (loop (cdr pending) closed)
              (loop (append (map (lambda (other) (intersection set other))
                                 closed)
                            (cdr pending))
                    (cons set closed)))))))

(define (generated-families size)
  (let ((whole (numbers 0 size)))
    (map (lambda (shift)
           (length
            (close (cons whole
                         (map (lambda (start)
                                (filter (lambda (element)
                                          (not (= 0
                                                  (remainder (+
                                                              (* element shift)
                                                              start)
                                                             3))))
                                        whole))
                              (numbers 0 size))))))
         (numbers 1 6))))

(define (benchmark size)
  (let* ((all (orders size))
         (number 360)
         (elements (divisors number)))
    (list (length all)
          (count-profiles all)
          (apply + (map (lambda (order) (length (antichains order))) all))
          (apply + (map linear-extensions all))
          (apply + (map automorphisms (orders (- size 1))))
          (distributive? elements gcd lcm)
          (apply +
                 (map (lambda (pair) (* (car pair) (cdr pair)))
                      (moebius elements
                               (lambda (one other)
                                 (= 0 (remainder other one))))))
          (generated-families (* 2 size)))))
