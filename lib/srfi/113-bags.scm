;;; Bags: the names of SRFI 113. Those that end in ! change their first
;;; argument.

;;> (bag comparator element ...): a bag of the elements, equal by the
;;> comparator, which must have a hash function unless its equality is one
;;> of R7RS. SRFI 113.
;;> Example: (bag-size (bag (make-default-comparator) 1 2 1)) => 3
(define (bag comparator . elements)
  (%from-list! (%new comparator #t) elements))

;;> (bag-unfold stop? element next seed comparator): a bag of the elements
;;> of each seed until one stops. The comparator may also come first. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-unfold zero? square (lambda (n) (- n 1)) 3 (make-default-comparator)))) => (1 4 9)
(define (bag-unfold stop? element next seed comparator)
  (%unfold stop? element next seed comparator #t))

;;> (bag-contains? bag element): whether the element is there. Raises type.
;;> SRFI 113.
;;> Example: (bag-contains? (bag (make-default-comparator) 1) 2) => #f
(define (bag-contains? bag element) (> (%count bag element) 0))

;;> (bag-empty? bag): whether it has no elements. Raises type. SRFI 113.
;;> Example: (bag-empty? (bag (make-default-comparator))) => #t
(define (bag-empty? bag) (= (%table-size (%table bag)) 0))

;;> (bag-disjoint? bag1 bag2): whether they have no common elements. Raises
;;> type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (bag-disjoint? (bag c 1) (bag c 2))) => #t
(define (bag-disjoint? bag1 bag2)
  (%same-kind 'bag-disjoint? bag1 bag2)
  (let loop ((pairs (%pairs bag1)))
    (or (null? pairs)
        (and (= (%count bag2 (caar pairs)) 0) (loop (cdr pairs))))))

;;> (bag-member bag element default): the element of the bag that is equal,
;;> or the default. Raises type. SRFI 113.
;;> Example: (bag-member (bag (make-default-comparator) 1) 2 'none) => none
(define (bag-member bag element default)
  (let ((pair (%pair bag element))) (if pair (car pair) default)))

;;> (bag-element-comparator bag): its comparator. Raises type. SRFI 113.
;;> Example: (comparator? (bag-element-comparator (bag (make-default-comparator)))) => #t
(define (bag-element-comparator bag) (%comparator bag))

;;> (bag-adjoin bag element ...): a bag with the elements added. Raises
;;> type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-adjoin (bag (make-default-comparator) 1) 2 1))) => (1 1 2)
(define (bag-adjoin bag . elements)
  (%from-list! (%copy bag) elements))

;;> (bag-replace bag element): a bag with the element in the place of the
;;> one that is equal, if there is one. Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-replace (bag (make-default-comparator) 1) 2))) => (1)
(define (bag-replace bag element)
  (let ((result (%copy bag)))
    (%exchange! result element element)
    result))

;;> (bag-delete bag element ...): a bag without one of each of the elements.
;;> Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-delete (bag (make-default-comparator) 1 2) 2 3))) => (1)
(define (bag-delete bag . elements)
  (%remove-all! (%copy bag) elements))

;;> (bag-delete-all bag elements): the same for the elements of a list.
;;> Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-delete-all (bag (make-default-comparator) 1 2) (list 2 3)))) => (1)
(define (bag-delete-all bag elements)
  (%remove-all! (%copy bag) elements))

;;> (bag-adjoin! bag element ...): adds the elements. Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-adjoin! (bag (make-default-comparator) 1) 2 1))) => (1 1 2)
(define (bag-adjoin! bag . elements)
  (%from-list! bag elements))

;;> (bag-replace! bag element): puts the element in the place of the one
;;> that is equal, if there is one. Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-replace! (bag (make-default-comparator) 1) 2))) => (1)
(define (bag-replace! bag element)
  (let ((result bag))
    (%exchange! result element element)
    result))

;;> (bag-delete! bag element ...): removes one of each of the elements.
;;> Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-delete! (bag (make-default-comparator) 1 2) 2 3))) => (1)
(define (bag-delete! bag . elements)
  (%remove-all! bag elements))

;;> (bag-delete-all! bag elements): the same for the elements of a list.
;;> Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-delete-all! (bag (make-default-comparator) 1 2) (list 2 3)))) => (1)
(define (bag-delete-all! bag elements)
  (%remove-all! bag elements))

;;> (bag-search! bag element failure success): if the element is there,
;;> calls `success` with the one that is there and procedures (update new
;;> object) and (remove object); else calls `failure` with (insert object)
;;> and (ignore object). They return the bag and the object. Raises type.
;;> SRFI 113.
;;> Example: (call-with-values (lambda () (bag-search! (bag (make-default-comparator) 1) 2 (lambda (insert ignore) (insert 'new)) (lambda (element update remove) (remove 'old)))) (lambda (s object) (list (bag-size s) object))) => (2 new)
(define (bag-search! bag element failure success)
  (%search! bag element failure success))

;;> (bag-size bag): how many elements it has. Raises type. SRFI 113.
;;> Example: (bag-size (bag (make-default-comparator) 1 2)) => 2
(define (bag-size bag) (%size bag))

;;> (bag-find test bag failure): an element that passes, or what the thunk
;;> returns. Raises type. SRFI 113.
;;> Example: (bag-find even? (bag (make-default-comparator) 1 2) (lambda () #f)) => 2
(define (bag-find test bag failure) (%find test bag failure))

;;> (bag-count test bag): how many elements pass. Raises type. SRFI 113.
;;> Example: (bag-count even? (bag (make-default-comparator) 1 2)) => 1
(define (bag-count test bag) (%count-passing test bag))

;;> (bag-any? test bag): whether an element passes. Raises type. SRFI 113.
;;> Example: (bag-any? even? (bag (make-default-comparator) 1 2)) => #t
(define (bag-any? test bag)
  (let loop ((pairs (%pairs bag)))
    (and (pair? pairs) (or (if (test (caar pairs)) #t #f) (loop (cdr pairs))))))

;;> (bag-every? test bag): whether all elements pass. Raises type. SRFI 113.
;;> Example: (bag-every? even? (bag (make-default-comparator) 1 2)) => #f
(define (bag-every? test bag) (not (bag-any? (%not test) bag)))

;;> (bag-map comparator procedure bag): a bag, with the comparator, of the
;;> results. Raises type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-map (make-default-comparator) square (bag (make-default-comparator) 1 2)))) => (1 4)
(define (bag-map comparator procedure bag)
  (%from-list! (%new comparator #t) (map procedure (bag->list bag))))

;;> (bag-for-each procedure bag): calls the procedure with each element.
;;> Raises type. SRFI 113.
;;> Example: (let ((n 0)) (bag-for-each (lambda (x) (set! n (+ n x))) (bag (make-default-comparator) 1 2)) n) => 3
(define (bag-for-each procedure bag) (%for-each procedure bag))

;;> (bag-fold combine start bag): combines the elements with the result so
;;> far, which comes last. Raises type. SRFI 113.
;;> Example: (bag-fold + 0 (bag (make-default-comparator) 1 2)) => 3
(define (bag-fold combine start bag) (%fold combine start bag))

;;> (bag-filter test bag): a bag of the elements that pass. Raises type.
;;> SRFI 113.
;;> Example: (list-sort < (bag->list (bag-filter even? (bag (make-default-comparator) 1 2)))) => (2)
(define (bag-filter test bag) (%select test bag))

;;> (bag-remove test bag): a bag of the elements that do not pass. Raises
;;> type. SRFI 113.
;;> Example: (list-sort < (bag->list (bag-remove even? (bag (make-default-comparator) 1 2)))) => (1)
(define (bag-remove test bag) (%select (%not test) bag))

;;> (bag-partition test bag): bags of the elements that pass and of those
;;> that do not, as two values. Raises type. SRFI 113.
;;> Example: (call-with-values (lambda () (bag-partition even? (bag (make-default-comparator) 1 2))) (lambda (a b) (list (bag->list a) (bag->list b)))) => ((2) (1))
(define (bag-partition test bag)
  (values (%select test bag) (%select (%not test) bag)))

;;> (bag-filter! test bag): keeps the elements that pass. Raises type. SRFI
;;> 113.
;;> Example: (list-sort < (bag->list (bag-filter! even? (bag (make-default-comparator) 1 2)))) => (2)
(define (bag-filter! test bag) (%select! test bag))

;;> (bag-remove! test bag): removes the elements that pass. Raises type.
;;> SRFI 113.
;;> Example: (list-sort < (bag->list (bag-remove! even? (bag (make-default-comparator) 1 2)))) => (1)
(define (bag-remove! test bag) (%select! (%not test) bag))

;;> (bag-partition! test bag): keeps the elements that pass; the second
;;> value has the others. Raises type. SRFI 113.
;;> Example: (call-with-values (lambda () (bag-partition! even? (bag (make-default-comparator) 1 2))) (lambda (a b) (list (bag->list a) (bag->list b)))) => ((2) (1))
(define (bag-partition! test bag)
  (let ((others (%select (%not test) bag)))
    (for-each (lambda (pair) (%set-count! bag (car pair) 0)) (%pairs others))
    (values bag others)))

;;> (bag-copy bag): a bag of the same elements. Raises type. SRFI 113.
;;> Example: (bag-size (bag-copy (bag (make-default-comparator) 1))) => 1
(define (bag-copy bag) (%copy bag))

;;> (bag->list bag): its elements. Raises type. SRFI 113.
;;> Example: (bag->list (bag (make-default-comparator) 1)) => (1)
(define (bag->list bag) (reverse (%fold cons '() bag)))

;;> (list->bag comparator list): a bag of the elements of the list. Raises
;;> type. SRFI 113.
;;> Example: (bag-size (list->bag (make-default-comparator) '(1 2))) => 2
(define (list->bag comparator list)
  (%from-list! (%new comparator #t) list))

;;> (list->bag! bag list): adds the elements of the list. Raises type. SRFI
;;> 113.
;;> Example: (bag-size (list->bag! (bag (make-default-comparator) 1) '(2 3))) => 3
(define (list->bag! bag list) (%from-list! bag list))

;;> (bag=? bag1 bag2 ...): whether they are equal. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (bag=? (bag c 1) (bag c 1))) => #t
(define (bag=? bag . rest) (%chain? 'bag=? %equal? bag rest))

;;> (bag<? bag1 bag2 ...): whether they are each a proper part of the next.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (bag<? (bag c 1) (bag c 1 2))) => #t
(define (bag<? bag . rest) (%chain? 'bag<? %proper? bag rest))

;;> (bag>? bag1 bag2 ...): whether they have each the next as a proper part.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (bag>? (bag c 1) (bag c 1 2))) => #f
(define (bag>? bag . rest)
  (%chain? 'bag>? (lambda (a b) (%proper? b a)) bag rest))

;;> (bag<=? bag1 bag2 ...): whether they are each a part of the next. Raises
;;> type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (bag<=? (bag c 1) (bag c 1))) => #t
(define (bag<=? bag . rest) (%chain? 'bag<=? %subset? bag rest))

;;> (bag>=? bag1 bag2 ...): whether they have each the next as a part.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (bag>=? (bag c 1) (bag c 1 2))) => #f
(define (bag>=? bag . rest)
  (%chain? 'bag>=? (lambda (a b) (%subset? b a)) bag rest))

;;> (bag-union bag1 bag2 ...): a bag with each element as often as it is in
;;> any of them. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-union (bag c 1 2) (bag c 2 3))))) => (1 2 3)
(define (bag-union bag . rest)
  (%combine-all! 'bag-union max (%copy bag) rest))

;;> (bag-union! bag1 bag2 ...): a bag with each element as often as it is in
;;> any of them, made of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-union! (bag c 1 2) (bag c 2 3))))) => (1 2 3)
(define (bag-union! bag . rest)
  (%combine-all! 'bag-union! max bag rest))

;;> (bag-intersection bag1 bag2 ...): a bag with each element as often as it
;;> is in all of them. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-intersection (bag c 1 2) (bag c 2 3))))) => (2)
(define (bag-intersection bag . rest)
  (%combine-all! 'bag-intersection min (%copy bag) rest))

;;> (bag-intersection! bag1 bag2 ...): a bag with each element as often as
;;> it is in all of them, made of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-intersection! (bag c 1 2) (bag c 2 3))))) => (2)
(define (bag-intersection! bag . rest)
  (%combine-all! 'bag-intersection! min bag rest))

;;> (bag-difference bag1 bag2 ...): a bag with each element as often as the
;;> first has it more than the others. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-difference (bag c 1 2) (bag c 2 3))))) => (1)
(define (bag-difference bag . rest)
  (%combine-all! 'bag-difference - (%copy bag) rest))

;;> (bag-difference! bag1 bag2 ...): a bag with each element as often as the
;;> first has it more than the others, made of the first. Raises type. SRFI
;;> 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-difference! (bag c 1 2) (bag c 2 3))))) => (1)
(define (bag-difference! bag . rest)
  (%combine-all! 'bag-difference! - bag rest))

;;> (bag-xor bag1 bag2): a bag with each element as often as one of the two
;;> has it more. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-xor (bag c 1 2) (bag c 2 3))))) => (1 3)
(define (bag-xor bag1 bag2)
  (%combine! 'bag-xor (lambda (a b) (abs (- a b))) (%copy bag1) bag2))

;;> (bag-xor! bag1 bag2): a bag with each element as often as one of the two
;;> has it more, made of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-xor! (bag c 1 2) (bag c 2 3))))) => (1 3)
(define (bag-xor! bag1 bag2)
  (%combine! 'bag-xor! (lambda (a b) (abs (- a b))) bag1 bag2))

;;> (bag-sum bag1 bag2 ...): a bag with each element as often as it is in
;;> all together. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-sum (bag c 1 2) (bag c 2 3))))) => (1 2 2 3)
(define (bag-sum bag . rest)
  (%combine-all! 'bag-sum + (%copy bag) rest))

;;> (bag-sum! bag1 bag2 ...): a bag with each element as often as it is in
;;> all together, made of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (bag->list (bag-sum! (bag c 1 2) (bag c 2 3))))) => (1 2 2 3)
(define (bag-sum! bag . rest)
  (%combine-all! 'bag-sum! + bag rest))

;;> bag-comparator: a comparator of bags, without an order. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (=? bag-comparator (bag c 1 2) (bag c 2 1))) => #t
(define bag-comparator
  (make-comparator (lambda (object) (bag? object))
                   (lambda (a b) (%equal? a b))
                   #f
                   (lambda (bag) (%hash-of bag))))

;;> (bag-product! n bag): makes each count n times as much. Raises type.
;;> SRFI 113.
;;> Example: (list-sort < (bag->list (bag-product! 2 (bag (make-default-comparator) 1)))) => (1 1)
(define (bag-product! n bag)
  (if (not (and (exact-integer? n) (>= n 0)))
      (%type-error 'bag-product "an exact integer that is not negative" n))
  (for-each
   (lambda (pair) (%set-count! bag (car pair) (* n (cdr pair))))
   (%pairs bag))
  bag)

;;> (bag-product n bag): a bag with each count n times as much. Raises type.
;;> SRFI 113.
;;> Example: (list-sort < (bag->list (bag-product 2 (bag (make-default-comparator) 1)))) => (1 1)
(define (bag-product n bag) (bag-product! n (%copy bag)))

;;> (bag-unique-size bag): how many different elements it has. Raises type.
;;> SRFI 113.
;;> Example: (bag-unique-size (bag (make-default-comparator) 1 1 2)) => 2
(define (bag-unique-size bag) (%table-size (%table bag)))

;;> (bag-element-count bag element): how often the element is there. Raises
;;> type. SRFI 113.
;;> Example: (bag-element-count (bag (make-default-comparator) 1 1 2) 1) => 2
(define (bag-element-count bag element) (%count bag element))

;;> (bag-for-each-unique procedure bag): calls the procedure with each
;;> different element and its count. Raises type. SRFI 113.
;;> Example: (let ((n 0)) (bag-for-each-unique (lambda (x count) (set! n (+ n (* x count)))) (bag (make-default-comparator) 5 5)) n) => 10
(define (bag-for-each-unique procedure bag)
  (for-each (lambda (pair) (procedure (car pair) (cdr pair))) (%pairs bag)))

;;> (bag-fold-unique combine start bag): combines each different element,
;;> its count and the result so far. Raises type. SRFI 113.
;;> Example: (bag-fold-unique (lambda (x count n) (+ n count)) 0 (bag (make-default-comparator) 5 5)) => 2
(define (bag-fold-unique combine start bag)
  (let loop ((pairs (%pairs bag)) (result start))
    (if (null? pairs)
        result
        (loop (cdr pairs) (combine (caar pairs) (cdar pairs) result)))))

;;> (bag-increment! bag element n): adds the element n times. Raises type.
;;> SRFI 113.
;;> Example: (bag-size (bag-increment! (bag (make-default-comparator) 1) 1 3)) => 4
(define (bag-increment! bag element n)
  (%add! bag element n)
  bag)

;;> (bag-decrement! bag element n): removes the element n times, or as often
;;> as it is there. Raises type. SRFI 113.
;;> Example: (bag-size (bag-decrement! (bag (make-default-comparator) 1 1) 1 3)) => 0
(define (bag-decrement! bag element n)
  (%add! bag element (- n))
  bag)

;;> (bag->set bag): the set of its elements. Raises type. SRFI 113.
;;> Example: (set-size (bag->set (bag (make-default-comparator) 1 1))) => 1
(define (bag->set bag)
  (let ((result (%new (%comparator bag) #f)))
    (%from-list! result (map car (%pairs bag)))))

;;> (set->bag set): the bag of its elements. Raises type. SRFI 113.
;;> Example: (bag-size (set->bag (set (make-default-comparator) 1 1))) => 1
(define (set->bag set)
  (set->bag! (%new (%comparator set) #t) set))

;;> (set->bag! bag set): adds the elements of the set to the bag. Raises
;;> type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (bag-size (set->bag! (bag c 1) (set c 1 2)))) => 3
(define (set->bag! bag set) (%from-list! bag (map car (%pairs set))))

;;> (bag->alist bag): pairs of each different element and its count. Raises
;;> type. SRFI 113.
;;> Example: (bag->alist (bag (make-default-comparator) 1 1)) => ((1 . 2))
(define (bag->alist bag) (%pairs bag))

;;> (alist->bag comparator alist): a bag of the elements with these counts;
;;> the first for an element counts. Raises type. SRFI 113.
;;> Example: (bag-size (alist->bag (make-default-comparator) '((1 . 2) (1 . 5)))) => 2
(define (alist->bag comparator alist)
  (let ((result (%new comparator #t)))
    (for-each
     (lambda (pair)
       (if (= 0 (%count result (car pair)))
           (%set-count! result (car pair) (cdr pair))))
     alist)
    result))
