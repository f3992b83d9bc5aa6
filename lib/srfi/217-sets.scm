;;; Going through sets of integers, and several of them. The order is ascending.

;;> (iset-fold combine start iset): combines each element, ascending, with the
;;> result so far, which comes last. Raises type. SRFI 217.
;;> Example: (iset-fold cons '() (iset 1 2 3)) => (3 2 1)
(define (iset-fold combine start iset)
  (%check-iset iset 'iset-fold)
  (%tree-fold (lambda (element ignored result) (combine element result))
              start (%tree iset)))

;;> (iset-fold-right combine start iset): the same, descending. Raises type.
;;> SRFI 217.
;;> Example: (iset-fold-right cons '() (iset 1 2 3)) => (1 2 3)
(define (iset-fold-right combine start iset)
  (%check-iset iset 'iset-fold-right)
  (%tree-fold-right (lambda (element ignored result) (combine element result))
                    start (%tree iset)))

;;> (iset-for-each procedure iset): calls the procedure with each element.
;;> Raises type. SRFI 217.
;;> Example: (let ((seen '())) (iset-for-each (lambda (n) (set! seen (cons n seen))) (iset 2 1)) seen) => (2 1)
(define (iset-for-each procedure iset)
  (%check-iset iset 'iset-for-each)
  (for-each procedure (iset->list iset)))

;;> (iset-map procedure iset): a set of what the procedure returns for each
;;> element. Raises type. SRFI 217.
;;> Example: (iset->list (iset-map (lambda (n) (quotient n 2)) (iset 1 2 3 4))) => (0 1 2)
(define (iset-map procedure iset)
  (%check-iset iset 'iset-map)
  (%iset (%with-all #f (map procedure (iset->list iset)) 'iset-map)))

;; The first element that passes: calls (found element) or (missing).
(define (%search-elements test iset missing found)
  (let loop ((rest (iset->list iset)))
    (cond ((null? rest) (missing))
          ((test (car rest)) (found (car rest)))
          (else (loop (cdr rest))))))

;;> (iset-find test iset failure): the least element that passes, or what the
;;> thunk `failure` returns. Raises type. SRFI 217.
;;> Example: (iset-find even? (iset 1 2 4) (lambda () 'none)) => 2
(define (iset-find test iset failure)
  (%check-iset iset 'iset-find)
  (%search-elements test iset failure values))

;;> (iset-any? test iset): whether an element passes. Raises type. SRFI 217.
;;> Example: (iset-any? even? (iset 1 3)) => #f
(define (iset-any? test iset)
  (%check-iset iset 'iset-any?)
  (%search-elements test iset (lambda () #f) (lambda (element) #t)))

;;> (iset-every? test iset): whether all elements pass. Raises type. SRFI 217.
;;> Example: (iset-every? odd? (iset 1 3)) => #t
(define (iset-every? test iset)
  (%check-iset iset 'iset-every?)
  (%search-elements (lambda (element) (not (test element))) iset
                    (lambda () #t) (lambda (element) #f)))

;;> (iset-count test iset): how many elements pass. Raises type. SRFI 217.
;;> Example: (iset-count even? (iset 1 2 4)) => 2
(define (iset-count test iset)
  (%check-iset iset 'iset-count)
  (iset-fold (lambda (element count) (if (test element) (+ count 1) count))
             0 iset))

;;> (iset-filter test iset): the set of the elements that pass. Raises type.
;;> SRFI 217.
;;> Example: (iset->list (iset-filter even? (iset 1 2 3 4))) => (2 4)
(define (iset-filter test iset)
  (%check-iset iset 'iset-filter)
  (%iset (%tree-filter (lambda (element ignored) (test element)) (%tree iset))))

;;> (iset-filter! test iset): the same. SRFI 217.
;;> Example: (iset->list (iset-filter! even? (iset 1 2 3 4))) => (2 4)
(define iset-filter! iset-filter)

;;> (iset-remove test iset): the set of the elements that do not pass. Raises
;;> type. SRFI 217.
;;> Example: (iset->list (iset-remove even? (iset 1 2 3 4))) => (1 3)
(define (iset-remove test iset)
  (%check-iset iset 'iset-remove)
  (iset-filter (lambda (element) (not (test element))) iset))

;;> (iset-remove! test iset): the same. SRFI 217.
;;> Example: (iset->list (iset-remove! even? (iset 1 2 3 4))) => (1 3)
(define iset-remove! iset-remove)

;;> (iset-partition test iset): the sets of the elements that pass, and of the
;;> others. Raises type. SRFI 217.
;;> Example: (call-with-values (lambda () (iset-partition even? (iset 1 2 3))) (lambda (in out) (list (iset->list in) (iset->list out)))) => ((2) (1 3))
(define (iset-partition test iset)
  (%check-iset iset 'iset-partition)
  (call-with-values
   (lambda ()
     (%tree-partition (lambda (element ignored) (test element)) (%tree iset)))
   (lambda (in out) (values (%iset in) (%iset out)))))

;;> (iset-partition! test iset): the same. SRFI 217.
;;> Example: (call-with-values (lambda () (iset-partition! even? (iset 1 2 3))) (lambda (in out) (list (iset->list in) (iset->list out)))) => ((2) (1 3))
(define iset-partition! iset-partition)

;;> (iset-disjoint? iset1 iset2): whether they have no element in common. Raises
;;> type. SRFI 217.
;;> Example: (iset-disjoint? (iset 1 2) (iset 3)) => #t
(define (iset-disjoint? iset1 iset2)
  (%check-iset iset1 'iset-disjoint?)
  (%check-iset iset2 'iset-disjoint?)
  (%tree-disjoint? (%tree iset1) (%tree iset2) <))

;; Whether each and the next are so; all are checked.
(define (%chain related? sets who)
  (for-each (lambda (object) (%check-iset object who)) sets)
  (let loop ((first (car sets)) (rest (cdr sets)))
    (or (null? rest)
        (and (related? (%tree first) (%tree (car rest)))
             (loop (car rest) (cdr rest))))))

(define (%within? first second)
  (%tree-subset? first second < (lambda (a b) #t)))

(define (%inside? first second)
  (and (< (%tree-size first) (%tree-size second)) (%within? first second)))

(define (%same-elements? first second)
  (and (= (%tree-size first) (%tree-size second)) (%within? first second)))

;;> (iset=? iset1 iset2 ...): whether all have the same elements. Raises type.
;;> SRFI 217.
;;> Example: (iset=? (iset 1 2) (iset 2 1)) => #t
(define (iset=? iset1 . rest)
  (%chain %same-elements? (cons iset1 rest) 'iset=?))

;;> (iset<? iset1 iset2 ...): whether each is a proper subset of the next.
;;> Raises type. SRFI 217.
;;> Example: (iset<? (iset 1) (iset 1 2) (iset 1 2)) => #f
(define (iset<? iset1 . rest) (%chain %inside? (cons iset1 rest) 'iset<?))

;;> (iset<=? iset1 iset2 ...): whether each is a subset of the next. Raises
;;> type. SRFI 217.
;;> Example: (iset<=? (iset 1) (iset 1 2) (iset 1 2)) => #t
(define (iset<=? iset1 . rest) (%chain %within? (cons iset1 rest) 'iset<=?))

;;> (iset>? iset1 iset2 ...): whether each has the next as a proper subset.
;;> Raises type. SRFI 217.
;;> Example: (iset>? (iset 1 2) (iset 1)) => #t
(define (iset>? iset1 . rest)
  (%chain (lambda (a b) (%inside? b a)) (cons iset1 rest) 'iset>?))

;;> (iset>=? iset1 iset2 ...): whether each has the next as a subset. Raises
;;> type. SRFI 217.
;;> Example: (iset>=? (iset 1 2) (iset 3)) => #f
(define (iset>=? iset1 . rest)
  (%chain (lambda (a b) (%within? b a)) (cons iset1 rest) 'iset>=?))

(define (%combine combine sets who)
  (for-each (lambda (object) (%check-iset object who)) sets)
  (let loop ((tree (%tree (car sets))) (rest (cdr sets)))
    (if (null? rest)
        (%iset tree)
        (loop (combine tree (%tree (car rest)) <) (cdr rest)))))

;;> (iset-union iset1 iset2 ...): the set of the elements of all. Raises type.
;;> SRFI 217.
;;> Example: (iset->list (iset-union (iset 1 2) (iset 2 3))) => (1 2 3)
(define (iset-union iset1 . rest)
  (%combine %tree-union (cons iset1 rest) 'iset-union))

;;> (iset-union! iset1 iset2 ...): the same. SRFI 217.
;;> Example: (iset->list (iset-union! (iset 1 2) (iset 2 3))) => (1 2 3)
(define iset-union! iset-union)

;;> (iset-intersection iset1 iset2 ...): the set of the elements that all have.
;;> Raises type. SRFI 217.
;;> Example: (iset->list (iset-intersection (iset 1 2) (iset 2 3))) => (2)
(define (iset-intersection iset1 . rest)
  (%combine %tree-intersection (cons iset1 rest) 'iset-intersection))

;;> (iset-intersection! iset1 iset2 ...): the same. SRFI 217.
;;> Example: (iset->list (iset-intersection! (iset 1 2) (iset 2 3))) => (2)
(define iset-intersection! iset-intersection)

;;> (iset-difference iset1 iset2 ...): the set of the elements of the first that
;;> no other has. Raises type. SRFI 217.
;;> Example: (iset->list (iset-difference (iset 1 2 3) (iset 2) (iset 3))) => (1)
(define (iset-difference iset1 . rest)
  (%combine %tree-difference (cons iset1 rest) 'iset-difference))

;;> (iset-difference! iset1 iset2 ...): the same. SRFI 217.
;;> Example: (iset->list (iset-difference! (iset 1 2 3) (iset 2) (iset 3))) => (1)
(define iset-difference! iset-difference)

;;> (iset-xor iset1 iset2): the set of the elements that one of them has. Raises
;;> type. SRFI 217.
;;> Example: (iset->list (iset-xor (iset 1 2) (iset 2 3))) => (1 3)
(define (iset-xor iset1 iset2)
  (%combine %tree-xor (list iset1 iset2) 'iset-xor))

;;> (iset-xor! iset1 iset2): the same. SRFI 217.
;;> Example: (iset->list (iset-xor! (iset 1 2) (iset 2 3))) => (1 3)
(define iset-xor! iset-xor)

;; The tree of the elements from `low` to `high`; each of them is in it if the
;; flag says so.
(define (%between iset low low? high high? who)
  (%check-iset iset who)
  (%check-element low who)
  (%check-element high who)
  (%iset (%below (%above (%tree iset) low low?) high high?)))

(define (%above tree low low?)
  (%tree-split tree low <
               (lambda (lesser node greater)
                 (if (and low? node) (%tree-join low #t #f greater) greater))))

(define (%below tree high high?)
  (%tree-split tree high <
               (lambda (lesser node greater)
                 (if (and high? node) (%tree-join high #t lesser #f) lesser))))

;;> (iset-open-interval iset low high): the set of the elements above `low` and
;;> below `high`. Raises type. SRFI 217.
;;> Example: (iset->list (iset-open-interval (iset 1 2 3 4) 1 4)) => (2 3)
(define (iset-open-interval iset low high)
  (%between iset low #f high #f 'iset-open-interval))

;;> (iset-closed-interval iset low high): the same with both of them. Raises
;;> type. SRFI 217.
;;> Example: (iset->list (iset-closed-interval (iset 1 2 3 4) 2 4)) => (2 3 4)
(define (iset-closed-interval iset low high)
  (%between iset low #t high #t 'iset-closed-interval))

;;> (iset-open-closed-interval iset low high): the same with `high`. Raises
;;> type. SRFI 217.
;;> Example: (iset->list (iset-open-closed-interval (iset 1 2 3 4) 1 3)) => (2 3)
(define (iset-open-closed-interval iset low high)
  (%between iset low #f high #t 'iset-open-closed-interval))

;;> (iset-closed-open-interval iset low high): the same with `low`. Raises type.
;;> SRFI 217.
;;> Example: (iset->list (iset-closed-open-interval (iset 1 2 3 4) 1 3)) => (1 2)
(define (iset-closed-open-interval iset low high)
  (%between iset low #t high #f 'iset-closed-open-interval))

(define (%part iset k who choose)
  (%check-iset iset who)
  (%check-element k who)
  (%iset (choose (%tree iset))))

;;> (isubset= iset k): the set of k, if it is an element, or else the empty set.
;;> Raises type. SRFI 217.
;;> Example: (iset->list (isubset= (iset 1 2 3) 2)) => (2)
(define (isubset= iset k)
  (%part iset k 'isubset= (lambda (tree) (%below (%above tree k #t) k #t))))

;;> (isubset< iset k): the set of the elements below k. Raises type. SRFI 217.
;;> Example: (iset->list (isubset< (iset 1 2 3) 2)) => (1)
(define (isubset< iset k)
  (%part iset k 'isubset< (lambda (tree) (%below tree k #f))))

;;> (isubset<= iset k): the same with k. Raises type. SRFI 217.
;;> Example: (iset->list (isubset<= (iset 1 2 3) 2)) => (1 2)
(define (isubset<= iset k)
  (%part iset k 'isubset<= (lambda (tree) (%below tree k #t))))

;;> (isubset> iset k): the set of the elements above k. Raises type. SRFI 217.
;;> Example: (iset->list (isubset> (iset 1 2 3) 2)) => (3)
(define (isubset> iset k)
  (%part iset k 'isubset> (lambda (tree) (%above tree k #f))))

;;> (isubset>= iset k): the same with k. Raises type. SRFI 217.
;;> Example: (iset->list (isubset>= (iset 1 2 3) 2)) => (2 3)
(define (isubset>= iset k)
  (%part iset k 'isubset>= (lambda (tree) (%above tree k #t))))
