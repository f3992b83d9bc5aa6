;;; Sets: the names of SRFI 113. Those that end in ! change their first
;;; argument.

;;> (set comparator element ...): a set of the elements, equal by the
;;> comparator, which must have a hash function unless its equality is one
;;> of R7RS. SRFI 113.
;;> Example: (set-size (set (make-default-comparator) 1 2 1)) => 2
(define (set comparator . elements)
  (%from-list! (%new comparator #f) elements))

;;> (set-unfold stop? element next seed comparator): a set of the elements
;;> of each seed until one stops. The comparator may also come first. SRFI 113.
;;> Example: (list-sort < (set->list (set-unfold zero? square (lambda (n) (- n 1)) 3 (make-default-comparator)))) => (1 4 9)
(define (set-unfold stop? element next seed comparator)
  (%unfold stop? element next seed comparator #f))

;;> (set-contains? set element): whether the element is there. Raises type.
;;> SRFI 113.
;;> Example: (set-contains? (set (make-default-comparator) 1) 2) => #f
(define (set-contains? set element) (> (%count set element) 0))

;;> (set-empty? set): whether it has no elements. Raises type. SRFI 113.
;;> Example: (set-empty? (set (make-default-comparator))) => #t
(define (set-empty? set) (= (%table-size (%table set)) 0))

;;> (set-disjoint? set1 set2): whether they have no common elements. Raises
;;> type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (set-disjoint? (set c 1) (set c 2))) => #t
(define (set-disjoint? set1 set2)
  (%same-kind 'set-disjoint? set1 set2)
  (let loop ((pairs (%pairs set1)))
    (or (null? pairs)
        (and (= (%count set2 (caar pairs)) 0) (loop (cdr pairs))))))

;;> (set-member set element default): the element of the set that is equal,
;;> or the default. Raises type. SRFI 113.
;;> Example: (set-member (set (make-default-comparator) 1) 2 'none) => none
(define (set-member set element default)
  (let ((pair (%pair set element))) (if pair (car pair) default)))

;;> (set-element-comparator set): its comparator. Raises type. SRFI 113.
;;> Example: (comparator? (set-element-comparator (set (make-default-comparator)))) => #t
(define (set-element-comparator set) (%comparator set))

;;> (set-adjoin set element ...): a set with the elements added. Raises
;;> type. SRFI 113.
;;> Example: (list-sort < (set->list (set-adjoin (set (make-default-comparator) 1) 2 1))) => (1 2)
(define (set-adjoin set . elements)
  (%from-list! (%copy set) elements))

;;> (set-replace set element): a set with the element in the place of the
;;> one that is equal, if there is one. Raises type. SRFI 113.
;;> Example: (list-sort < (set->list (set-replace (set (make-default-comparator) 1) 2))) => (1)
(define (set-replace set element)
  (let ((result (%copy set)))
    (%exchange! result element element)
    result))

;;> (set-delete set element ...): a set without the elements. Raises type.
;;> SRFI 113.
;;> Example: (list-sort < (set->list (set-delete (set (make-default-comparator) 1 2) 2 3))) => (1)
(define (set-delete set . elements)
  (%remove-all! (%copy set) elements))

;;> (set-delete-all set elements): the same for the elements of a list.
;;> Raises type. SRFI 113.
;;> Example: (list-sort < (set->list (set-delete-all (set (make-default-comparator) 1 2) (list 2 3)))) => (1)
(define (set-delete-all set elements)
  (%remove-all! (%copy set) elements))

;;> (set-adjoin! set element ...): adds the elements. Raises type. SRFI 113.
;;> Example: (list-sort < (set->list (set-adjoin! (set (make-default-comparator) 1) 2 1))) => (1 2)
(define (set-adjoin! set . elements)
  (%from-list! set elements))

;;> (set-replace! set element): puts the element in the place of the one
;;> that is equal, if there is one. Raises type. SRFI 113.
;;> Example: (list-sort < (set->list (set-replace! (set (make-default-comparator) 1) 2))) => (1)
(define (set-replace! set element)
  (let ((result set))
    (%exchange! result element element)
    result))

;;> (set-delete! set element ...): removes the elements. Raises type. SRFI
;;> 113.
;;> Example: (list-sort < (set->list (set-delete! (set (make-default-comparator) 1 2) 2 3))) => (1)
(define (set-delete! set . elements)
  (%remove-all! set elements))

;;> (set-delete-all! set elements): the same for the elements of a list.
;;> Raises type. SRFI 113.
;;> Example: (list-sort < (set->list (set-delete-all! (set (make-default-comparator) 1 2) (list 2 3)))) => (1)
(define (set-delete-all! set elements)
  (%remove-all! set elements))

;;> (set-search! set element failure success): if the element is there,
;;> calls `success` with the one that is there and procedures (update new
;;> object) and (remove object); else calls `failure` with (insert object)
;;> and (ignore object). They return the set and the object. Raises type.
;;> SRFI 113.
;;> Example: (call-with-values (lambda () (set-search! (set (make-default-comparator) 1) 2 (lambda (insert ignore) (insert 'new)) (lambda (element update remove) (remove 'old)))) (lambda (s object) (list (set-size s) object))) => (2 new)
(define (set-search! set element failure success)
  (%search! set element failure success))

;;> (set-size set): how many elements it has. Raises type. SRFI 113.
;;> Example: (set-size (set (make-default-comparator) 1 2)) => 2
(define (set-size set) (%size set))

;;> (set-find test set failure): an element that passes, or what the thunk
;;> returns. Raises type. SRFI 113.
;;> Example: (set-find even? (set (make-default-comparator) 1 2) (lambda () #f)) => 2
(define (set-find test set failure) (%find test set failure))

;;> (set-count test set): how many elements pass. Raises type. SRFI 113.
;;> Example: (set-count even? (set (make-default-comparator) 1 2)) => 1
(define (set-count test set) (%count-passing test set))

;;> (set-any? test set): whether an element passes. Raises type. SRFI 113.
;;> Example: (set-any? even? (set (make-default-comparator) 1 2)) => #t
(define (set-any? test set)
  (let loop ((pairs (%pairs set)))
    (and (pair? pairs) (or (if (test (caar pairs)) #t #f) (loop (cdr pairs))))))

;;> (set-every? test set): whether all elements pass. Raises type. SRFI 113.
;;> Example: (set-every? even? (set (make-default-comparator) 1 2)) => #f
(define (set-every? test set) (not (set-any? (%not test) set)))

;;> (set-map comparator procedure set): a set, with the comparator, of the
;;> results. Raises type. SRFI 113.
;;> Example: (list-sort < (set->list (set-map (make-default-comparator) square (set (make-default-comparator) 1 2)))) => (1 4)
(define (set-map comparator procedure set)
  (%from-list! (%new comparator #f) (map procedure (set->list set))))

;;> (set-for-each procedure set): calls the procedure with each element.
;;> Raises type. SRFI 113.
;;> Example: (let ((n 0)) (set-for-each (lambda (x) (set! n (+ n x))) (set (make-default-comparator) 1 2)) n) => 3
(define (set-for-each procedure set) (%for-each procedure set))

;;> (set-fold combine start set): combines the elements with the result so
;;> far, which comes last. Raises type. SRFI 113.
;;> Example: (set-fold + 0 (set (make-default-comparator) 1 2)) => 3
(define (set-fold combine start set) (%fold combine start set))

;;> (set-filter test set): a set of the elements that pass. Raises type.
;;> SRFI 113.
;;> Example: (list-sort < (set->list (set-filter even? (set (make-default-comparator) 1 2)))) => (2)
(define (set-filter test set) (%select test set))

;;> (set-remove test set): a set of the elements that do not pass. Raises
;;> type. SRFI 113.
;;> Example: (list-sort < (set->list (set-remove even? (set (make-default-comparator) 1 2)))) => (1)
(define (set-remove test set) (%select (%not test) set))

;;> (set-partition test set): sets of the elements that pass and of those
;;> that do not, as two values. Raises type. SRFI 113.
;;> Example: (call-with-values (lambda () (set-partition even? (set (make-default-comparator) 1 2))) (lambda (a b) (list (set->list a) (set->list b)))) => ((2) (1))
(define (set-partition test set)
  (values (%select test set) (%select (%not test) set)))

;;> (set-filter! test set): keeps the elements that pass. Raises type. SRFI
;;> 113.
;;> Example: (list-sort < (set->list (set-filter! even? (set (make-default-comparator) 1 2)))) => (2)
(define (set-filter! test set) (%select! test set))

;;> (set-remove! test set): removes the elements that pass. Raises type.
;;> SRFI 113.
;;> Example: (list-sort < (set->list (set-remove! even? (set (make-default-comparator) 1 2)))) => (1)
(define (set-remove! test set) (%select! (%not test) set))

;;> (set-partition! test set): keeps the elements that pass; the second
;;> value has the others. Raises type. SRFI 113.
;;> Example: (call-with-values (lambda () (set-partition! even? (set (make-default-comparator) 1 2))) (lambda (a b) (list (set->list a) (set->list b)))) => ((2) (1))
(define (set-partition! test set)
  (let ((others (%select (%not test) set)))
    (for-each (lambda (pair) (%set-count! set (car pair) 0)) (%pairs others))
    (values set others)))

;;> (set-copy set): a set of the same elements. Raises type. SRFI 113.
;;> Example: (set-size (set-copy (set (make-default-comparator) 1))) => 1
(define (set-copy set) (%copy set))

;;> (set->list set): its elements. Raises type. SRFI 113.
;;> Example: (set->list (set (make-default-comparator) 1)) => (1)
(define (set->list set) (reverse (%fold cons '() set)))

;;> (list->set comparator list): a set of the elements of the list. Raises
;;> type. SRFI 113.
;;> Example: (set-size (list->set (make-default-comparator) '(1 2))) => 2
(define (list->set comparator list)
  (%from-list! (%new comparator #f) list))

;;> (list->set! set list): adds the elements of the list. Raises type. SRFI
;;> 113.
;;> Example: (set-size (list->set! (set (make-default-comparator) 1) '(2 3))) => 3
(define (list->set! set list) (%from-list! set list))

;;> (set=? set1 set2 ...): whether they are equal. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (set=? (set c 1) (set c 1))) => #t
(define (set=? set . rest) (%chain? 'set=? %equal? set rest))

;;> (set<? set1 set2 ...): whether they are each a proper part of the next.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (set<? (set c 1) (set c 1 2))) => #t
(define (set<? set . rest) (%chain? 'set<? %proper? set rest))

;;> (set>? set1 set2 ...): whether they have each the next as a proper part.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (set>? (set c 1) (set c 1 2))) => #f
(define (set>? set . rest)
  (%chain? 'set>? (lambda (a b) (%proper? b a)) set rest))

;;> (set<=? set1 set2 ...): whether they are each a part of the next. Raises
;;> type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (set<=? (set c 1) (set c 1))) => #t
(define (set<=? set . rest) (%chain? 'set<=? %subset? set rest))

;;> (set>=? set1 set2 ...): whether they have each the next as a part.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (set>=? (set c 1) (set c 1 2))) => #f
(define (set>=? set . rest)
  (%chain? 'set>=? (lambda (a b) (%subset? b a)) set rest))

;;> (set-union set1 set2 ...): a set of the elements of any of them. Raises
;;> type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-union (set c 1 2) (set c 2 3))))) => (1 2 3)
(define (set-union set . rest)
  (%combine-all! 'set-union max (%copy set) rest))

;;> (set-union! set1 set2 ...): a set of the elements of any of them, made
;;> of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-union! (set c 1 2) (set c 2 3))))) => (1 2 3)
(define (set-union! set . rest)
  (%combine-all! 'set-union! max set rest))

;;> (set-intersection set1 set2 ...): a set of the elements of all of them.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-intersection (set c 1 2) (set c 2 3))))) => (2)
(define (set-intersection set . rest)
  (%combine-all! 'set-intersection min (%copy set) rest))

;;> (set-intersection! set1 set2 ...): a set of the elements of all of them,
;;> made of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-intersection! (set c 1 2) (set c 2 3))))) => (2)
(define (set-intersection! set . rest)
  (%combine-all! 'set-intersection! min set rest))

;;> (set-difference set1 set2 ...): a set of the elements of the first only.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-difference (set c 1 2) (set c 2 3))))) => (1)
(define (set-difference set . rest)
  (%combine-all! 'set-difference - (%copy set) rest))

;;> (set-difference! set1 set2 ...): a set of the elements of the first
;;> only, made of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-difference! (set c 1 2) (set c 2 3))))) => (1)
(define (set-difference! set . rest)
  (%combine-all! 'set-difference! - set rest))

;;> (set-xor set1 set2): a set of the elements of only one of the two.
;;> Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-xor (set c 1 2) (set c 2 3))))) => (1 3)
(define (set-xor set1 set2)
  (%combine! 'set-xor (lambda (a b) (abs (- a b))) (%copy set1) set2))

;;> (set-xor! set1 set2): a set of the elements of only one of the two, made
;;> of the first. Raises type. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (list-sort < (set->list (set-xor! (set c 1 2) (set c 2 3))))) => (1 3)
(define (set-xor! set1 set2)
  (%combine! 'set-xor! (lambda (a b) (abs (- a b))) set1 set2))

;;> set-comparator: a comparator of sets, without an order. SRFI 113.
;;> Example: (let ((c (make-default-comparator))) (=? set-comparator (set c 1 2) (set c 2 1))) => #t
(define set-comparator
  (make-comparator (lambda (object) (set? object))
                   (lambda (a b) (%equal? a b))
                   #f
                   (lambda (set) (%hash-of set))))
