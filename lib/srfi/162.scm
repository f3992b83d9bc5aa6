;;; Comparators for the usual types, and the extremes of objects by a
;;; comparator.

;;> default-comparator: (make-default-comparator). SRFI 162.
;;> Example: (comparator-max default-comparator 'b 'a) => b
(define default-comparator (make-default-comparator))

;;> boolean-comparator: of booleans, #f before #t. SRFI 162.
;;> Example: (comparator-max boolean-comparator #f #t) => #t
(define boolean-comparator
  (make-comparator boolean? boolean=? (lambda (a b) (and (not a) b))
                   boolean-hash))

;;> real-comparator: of real numbers by = and <. SRFI 162.
;;> Example: (comparator-max real-comparator 1 2.5) => 2.5
(define real-comparator (make-comparator real? = < number-hash))

;;> char-comparator: of characters. SRFI 162.
;;> Example: (comparator-min char-comparator #\a #\B) => #\B
(define char-comparator (make-comparator char? char=? char<? char-hash))

;;> char-ci-comparator: of characters, whose case does not matter. SRFI 162.
;;> Example: (comparator-min char-ci-comparator #\a #\B) => #\a
(define char-ci-comparator
  (make-comparator char? char-ci=? char-ci<? char-ci-hash))

;;> string-comparator: of strings. SRFI 162.
;;> Example: (comparator-min string-comparator "a" "B") => "B"
(define string-comparator
  (make-comparator string? string=? string<? string-hash))

;;> string-ci-comparator: of strings, whose case does not matter. SRFI 162.
;;> Example: (comparator-min string-ci-comparator "a" "B") => "a"
(define string-ci-comparator
  (make-comparator string? string-ci=? string-ci<? string-ci-hash))

;;> pair-comparator: of pairs, first by their cars. SRFI 162.
;;> Example: (comparator-max pair-comparator '(1 . 3) '(1 . 2)) => (1 . 3)
(define pair-comparator
  (make-pair-comparator default-comparator default-comparator))

;;> list-comparator: of lists, by the first elements that differ. SRFI 162.
;;> Example: (comparator-max list-comparator '(1) '(1 2)) => (1 2)
(define list-comparator
  (make-list-comparator default-comparator list? null? car cdr))

;;> vector-comparator: of vectors, first by their lengths. SRFI 162.
;;> Example: (comparator-max vector-comparator #(3) #(1 2)) => #(1 2)
(define vector-comparator
  (make-vector-comparator default-comparator vector? vector-length vector-ref))

;;> eq-comparator: (make-eq-comparator). SRFI 162.
;;> Example: ((comparator-equality-predicate eq-comparator) 'a 'a) => #t
(define eq-comparator (make-eq-comparator))

;;> eqv-comparator: (make-eqv-comparator). SRFI 162.
;;> Example: ((comparator-equality-predicate eqv-comparator) 1.5 1.5) => #t
(define eqv-comparator (make-eqv-comparator))

;;> equal-comparator: (make-equal-comparator). SRFI 162.
;;> Example: ((comparator-equality-predicate equal-comparator) '(1) '(1)) => #t
(define equal-comparator (make-equal-comparator))

;; The first object that no other comes before; `before?` may be the reverse
;; order.
(define (%extreme before? objects)
  (let loop ((best (car objects)) (rest (cdr objects)))
    (cond ((null? rest) best)
          ((before? (car rest) best) (loop (car rest) (cdr rest)))
          (else (loop best (cdr rest))))))

(define (%order comparator who)
  (if (not (comparator? comparator))
      (%type-error who "a comparator" comparator))
  (if (not (comparator-ordered? comparator))
      (%type-error who "a comparator with an order" comparator))
  (comparator-ordering-predicate comparator))

(define (%some objects who)
  (%require-list objects who)
  (if (null? objects) (%type-error who "a list with an element" objects))
  objects)

;;> (comparator-max comparator object1 object2 ...): the greatest, and of those
;;> that are equal the first. Raises type. SRFI 162.
;;> Example: (comparator-max real-comparator 1 3 2) => 3
(define (comparator-max comparator object . rest)
  (let ((before? (%order comparator 'comparator-max)))
    (%extreme (lambda (a b) (before? b a)) (cons object rest))))

;;> (comparator-min comparator object1 object2 ...): the least, and of those
;;> that are equal the first. Raises type. SRFI 162.
;;> Example: (comparator-min real-comparator 2 1 3) => 1
(define (comparator-min comparator object . rest)
  (%extreme (%order comparator 'comparator-min) (cons object rest)))

;;> (comparator-max-in-list comparator list): the greatest element. Raises
;;> type. SRFI 162.
;;> Example: (comparator-max-in-list real-comparator '(1 3 2)) => 3
(define (comparator-max-in-list comparator list)
  (let ((before? (%order comparator 'comparator-max-in-list)))
    (%extreme (lambda (a b) (before? b a))
              (%some list 'comparator-max-in-list))))

;;> (comparator-min-in-list comparator list): the least element. Raises type.
;;> SRFI 162.
;;> Example: (comparator-min-in-list real-comparator '(2 1 3)) => 1
(define (comparator-min-in-list comparator list)
  (%extreme (%order comparator 'comparator-min-in-list)
            (%some list 'comparator-min-in-list)))
