;;; A list is a chain of trees, as in the skew binary numbers: each has 2^k - 1
;;; elements, the root before the left half before the right one, and none is
;;; larger than the next, but for the first two, which may be equal. So there is
;;; one pair object at hand for each tail, and index k is found in O(log k)
;;; steps. Nothing is ever changed.
;;;
;;;   size tree rest        size: elements of the tree; rest: a pair or anything
;;;    3   /1\   . ---->  3  /4\  . ----> ()
;;;       2   3             5   6
;;;
;;; A tree of size 1 is the element itself.

(define-syntax quote
  (syntax-rules () ((_ datum) (%from-datum (%quote datum)))))

(define-record-type random-access-pair
  (%make-pair size tree rest)
  pair?
  (size %size)
  (tree %tree)
  (rest %rest-of))

(define-record-type random-access-node
  (%make-node value left right)
  %node?
  (value %node-value)
  (left %node-left)
  (right %node-right))

;;> (quote datum), 'datum: the datum, with random-access pairs in place of
;;> pairs, those in vectors, too. SRFI 101.
;;> Example: (list-ref '(a b c) 2) => c

(define (%from-datum datum)
  (cond ((linear-pair? datum)
         ;; From the end of the chain.
         (let loop ((datum datum) (reversed (%quote ())))
           (if (linear-pair? datum)
               (loop (linear-cdr datum)
                     (linear-cons (linear-car datum) reversed))
               (let build ((reversed reversed) (tail (%from-datum datum)))
                 (if (linear-null? reversed)
                     tail
                     (build (linear-cdr reversed)
                            (cons (%from-datum (linear-car reversed))
                                  tail)))))))
        ((and (vector? datum) (%holds-pairs? datum))
         (vector-map %from-datum datum))
        (else datum)))

(define (%holds-pairs? vector)
  (let loop ((index 0))
    (and (< index (vector-length vector))
         (let ((element (vector-ref vector index)))
           (or (linear-pair? element)
               (and (vector? element) (%holds-pairs? element))
               (loop (+ index 1)))))))

;;> (pair? object): whether it is a random-access pair. SRFI 101.
;;> Example: (pair? (cons 1 2)) => #t

;;> (null? object): whether it is the empty list, the only list that is both
;;> random-access and linear. SRFI 101.
;;> Example: (null? '()) => #t
(define (null? object) (linear-null? object))

;;> (cons a b): a new random-access pair. SRFI 101.
;;> Example: (car (cons 1 2)) => 1
(define (cons a b)
  (if (pair? b)
      (let ((size (%size b)) (next (%rest-of b)))
        (if (and (pair? next) (= size (%size next)))
            (%make-pair (+ size size 1)
                        (%make-node a (%tree b) (%tree next))
                        (%rest-of next))
            (%make-pair 1 a b)))
      (%make-pair 1 a b)))

(define (%require-pair object who)
  (if (not (pair? object))
      (%type-error who "a random-access pair" object)))

(define (%car pair who)
  (%require-pair pair who)
  (%root (%tree pair) (%size pair)))

(define (%root tree size) (if (= size 1) tree (%node-value tree)))

(define (%cdr pair who)
  (%require-pair pair who)
  (let ((size (%size pair)))
    (if (= size 1)
        (%rest-of pair)
        (let ((tree (%tree pair)) (half (quotient size 2)))
          (%make-pair half (%node-left tree)
                      (%make-pair half (%node-right tree)
                                  (%rest-of pair)))))))

;;> (car pair): its first part. Raises type. SRFI 101.
;;> Example: (car '(a b c)) => a
(define (car pair) (%car pair 'car))

;;> (cdr pair): its second part. Raises type. SRFI 101.
;;> Example: (cdr '(a . b)) => b
(define (cdr pair) (%cdr pair 'cdr))

;;> (equal? left right): whether pairs and vectors have equal elements, and all
;;> else is equal by that of R7RS. SRFI 101.
;;> Example: (equal? '(a #(b (c))) (list 'a (vector 'b (list 'c)))) => #t
(define (equal? left right)
  (cond ((eq? left right) #t)
        ((pair? left)
         (and (pair? right)
              (equal? (car left) (car right))
              (equal? (cdr left) (cdr right))))
        ((vector? left)
         (and (vector? right)
              (= (vector-length left) (vector-length right))
              (let loop ((index 0))
                (or (= index (vector-length left))
                    (and (equal? (vector-ref left index)
                                 (vector-ref right index))
                         (loop (+ index 1)))))))
        (else (linear-equal? left right))))

;; The elements of a list in reverse order, a linear list.
(define (%reversed list who)
  (define (go tree size reversed)
    (if (= size 1)
        (linear-cons tree reversed)
        (let ((half (quotient size 2)))
          (go (%node-right tree) half
              (go (%node-left tree) half
                  (linear-cons (%node-value tree) reversed))))))
  (let loop ((rest list) (reversed '()))
    (cond ((pair? rest)
           (loop (%rest-of rest) (go (%tree rest) (%size rest) reversed)))
          ((null? rest) reversed)
          (else (%type-error who "a random-access list" list)))))

;; A list of the elements of a linear list in reverse order, then the tail.
(define (%onto reversed tail)
  (if (linear-null? reversed)
      tail
      (%onto (linear-cdr reversed) (cons (linear-car reversed) tail))))
