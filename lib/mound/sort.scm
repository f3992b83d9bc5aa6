;;; Merge sort. Stable; the comparison is called about n log2 n times; no list
;;; is changed, so continuations captured in a comparison may come back.

;;> (list-sort before? list): its elements in order: `before?` tells whether its
;;> first argument must come before its second; equal ones keep their order.
;;> Raises type. SRFI 132.
;;> Example: (list-sort < '(3 1 2)) => (1 2 3)
(define (list-sort before? list)
  (let sort ((list list) (count (length list)))
    (cond ((= count 0) '())
          ((= count 1) (cons (car list) '()))
          ((= count 2) (%sort-two before? (car list) (cadr list)))
          (else
           (let ((half (quotient count 2)))
             (%merge-sorted before?
                            (sort list half)
                            (sort (list-tail list half) (- count half))))))))

(define (%sort-two before? left right)
  (if (before? right left)
      (cons right (cons left '()))
      (cons left (cons right '()))))

;;> (list-merge before? left right): one sorted list of two; of equal elements,
;;> those of the left come first. Raises type. SRFI 132.
;;> Example: (list-merge < '(1 4) '(2 3)) => (1 2 3 4)
(define (list-merge before? left right)
  (%merge-sorted before?
                 (%require-list left 'list-merge)
                 (%require-list right 'list-merge)))

(define (%merge-sorted before? left right)
  (let loop ((left left) (right right) (merged '()))
    (cond ((not (pair? left)) (%at-end left (%reverse-onto merged right)))
          ((not (pair? right)) (%at-end right (%reverse-onto merged left)))
          ((before? (car right) (car left))
           (loop left (cdr right) (cons (car right) merged)))
          (else (loop (cdr left) right (cons (car left) merged))))))

;;> (list-sorted? before? list): whether no element must come before the one in
;;> front of it. Raises type. SRFI 132.
;;> Example: (list-sorted? < '(1 1 2)) => #t
(define (list-sorted? before? list)
  (%sorted? before? (%require-list list 'list-sorted?)))

(define (%sorted? before? list)
  (cond ((%end? list) #t)
        ((%end? (cdr list)) #t)
        ((before? (cadr list) (car list)) #f)
        (else (%sorted? before? (cdr list)))))

;; The arguments of an older order, vector first, are told of as what they are.
(define (%require-vector object who)
  (if (not (vector? object)) (%type-error who "a vector" object)))

;;> (vector-sort before? vector [start [end]]): a new vector of the elements of
;;> the range in order. Raises type, range. SRFI 132.
;;> Example: (vector-sort < #(3 1 2)) => #(1 2 3)
(define (vector-sort before? vector . range)
  (%require-vector vector 'vector-sort)
  (list->vector (list-sort before? (apply vector->list vector range))))

;;> (vector-sort! before? vector): puts its elements in order. Raises type,
;;> frozen. SRFI 132.
;;> Example: (let ((v (vector 2 1))) (vector-sort! < v) v) => #(1 2)
(define (vector-sort! before? vector)
  (%require-vector vector 'vector-sort!)
  (vector-copy! vector 0 (vector-sort before? vector)))

;;> (vector-sorted? before? vector): the same as list-sorted? for its elements.
;;> Raises type. SRFI 132.
;;> Example: (vector-sorted? < #(1 3 2)) => #f
(define (vector-sorted? before? vector)
  (%require-vector vector 'vector-sorted?)
  (list-sorted? before? (vector->list vector)))

;;> (sort sequence before?): list-sort or vector-sort with the arguments in the
;;> order that many Schemes have. Raises type.
;;> Example: (sort '(3 1 2) <) => (1 2 3)
(define (sort sequence before?)
  (if (vector? sequence)
      (vector-sort before? sequence)
      (list-sort before? sequence)))
