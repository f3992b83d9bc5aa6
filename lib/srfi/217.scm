;;; Sets of exact integers of any size: balanced trees of their elements. What
;;; may change its argument by the SRFI makes a new set here.

(define-record-type <iset> (%iset tree) iset? (tree %tree))

(define %empty (%iset #f))

(define (%check-iset object who)
  (if (not (iset? object)) (%type-error who "a set of integers" object)))

(define (%check-element object who)
  (if (not (exact-integer? object))
      (%type-error who "an exact integer" object)))

(define (%with-all tree elements who)
  (let loop ((rest elements) (tree tree))
    (if (null? rest)
        tree
        (begin
          (%check-element (car rest) who)
          (loop (cdr rest) (%tree-insert tree (car rest) #t <))))))

(define (%without-all tree elements who)
  (let loop ((rest elements) (tree tree))
    (if (null? rest)
        tree
        (begin
          (%check-element (car rest) who)
          (loop (cdr rest) (%tree-delete tree (car rest) <))))))

;;> (iset? object): whether it is a set of integers. SRFI 217.
;;> Example: (map iset? (list (iset) '(1))) => (#t #f)

;;> (iset integer ...): a set of the integers. Raises type. SRFI 217.
;;> Example: (iset->list (iset 3 1 3)) => (1 3)
(define (iset . elements) (%iset (%with-all #f elements 'iset)))

;;> (list->iset list): a set of the integers in the list. Raises type. SRFI 217.
;;> Example: (iset->list (list->iset '(3 1 3))) => (1 3)
(define (list->iset list)
  (%iset (%with-all #f (%require-list list 'list->iset) 'list->iset)))

;;> (list->iset! iset list): the set with the integers in the list. Raises type.
;;> SRFI 217.
;;> Example: (iset->list (list->iset! (iset 2) '(3 1))) => (1 2 3)
(define (list->iset! iset list)
  (%check-iset iset 'list->iset!)
  (%iset (%with-all (%tree iset) (%require-list list 'list->iset!)
                    'list->iset!)))

;;> (iset-unfold stop? mapper successor seed): a set of what `mapper` makes of
;;> each seed, until one stops. Raises type. SRFI 217.
;;> Example: (iset->list (iset-unfold (lambda (n) (> n 3)) square (lambda (n) (+ n 1)) -1)) => (0 1 4 9)
(define (iset-unfold stop? mapper successor seed)
  (let loop ((seed seed) (tree #f))
    (if (stop? seed)
        (%iset tree)
        (let ((element (mapper seed)))
          (%check-element element 'iset-unfold)
          (loop (successor seed) (%tree-insert tree element #t <))))))

;;> (make-range-iset start end [step]): a set of the integers from the start to
;;> below the end (above it, if the step is negative) by the step (1). Raises
;;> type, range if the step is 0. SRFI 217.
;;> Example: (iset->list (make-range-iset 5 0 -2)) => (1 3 5)
(define make-range-iset
  (case-lambda
    ((start end) (make-range-iset start end 1))
    ((start end step)
     (for-each (lambda (object) (%check-element object 'make-range-iset))
               (list start end step))
     (if (= step 0)
         (%error-of-kind 'range 'make-range-iset "the step is 0"))
     (let ((done? (if (> step 0) >= <=)))
       (let loop ((element start) (tree #f))
         (if (done? element end)
             (%iset tree)
             (loop (+ element step) (%tree-insert tree element #t <))))))))

;;> (iset-contains? iset integer): whether the integer is in the set. Raises
;;> type. SRFI 217.
;;> Example: (iset-contains? (iset 1 3) 2) => #f
(define (iset-contains? iset element)
  (%check-iset iset 'iset-contains?)
  (%check-element element 'iset-contains?)
  (if (%tree-find (%tree iset) element <) #t #f))

;;> (iset-member iset integer default): the integer if it is in the set, or else
;;> the default. Raises type. SRFI 217.
;;> Example: (iset-member (iset 1 3) 2 'none) => none
(define (iset-member iset element default)
  (%check-iset iset 'iset-member)
  (%check-element element 'iset-member)
  (if (%tree-find (%tree iset) element <) element default))

;;> (iset-empty? iset): whether it has no elements. Raises type. SRFI 217.
;;> Example: (iset-empty? (iset)) => #t
(define (iset-empty? iset)
  (%check-iset iset 'iset-empty?)
  (not (%tree iset)))

;;> (iset-min iset): its least element, or #f. Raises type. SRFI 217.
;;> Example: (map iset-min (list (iset 3 1 2) (iset))) => (1 #f)
(define (iset-min iset)
  (%check-iset iset 'iset-min)
  (and (%tree iset) (%tree-key (%tree-first (%tree iset)))))

;;> (iset-max iset): its greatest element, or #f. Raises type. SRFI 217.
;;> Example: (map iset-max (list (iset 1 3 2) (iset))) => (3 #f)
(define (iset-max iset)
  (%check-iset iset 'iset-max)
  (and (%tree iset) (%tree-key (%tree-last (%tree iset)))))

;;> (iset-adjoin iset integer ...): the set with the integers. Raises type. SRFI
;;> 217.
;;> Example: (iset->list (iset-adjoin (iset 1) 3 2)) => (1 2 3)
(define (iset-adjoin iset . elements)
  (%check-iset iset 'iset-adjoin)
  (%iset (%with-all (%tree iset) elements 'iset-adjoin)))

;;> (iset-adjoin! iset integer ...): the same. SRFI 217.
;;> Example: (iset->list (iset-adjoin! (iset 1) 3 2)) => (1 2 3)
(define iset-adjoin! iset-adjoin)

;;> (iset-delete iset integer ...): the set without the integers. Raises type.
;;> SRFI 217.
;;> Example: (iset->list (iset-delete (iset 1 2 3) 2 5)) => (1 3)
(define (iset-delete iset . elements)
  (%check-iset iset 'iset-delete)
  (%iset (%without-all (%tree iset) elements 'iset-delete)))

;;> (iset-delete! iset integer ...): the same. SRFI 217.
;;> Example: (iset->list (iset-delete! (iset 1 2 3) 2 5)) => (1 3)
(define iset-delete! iset-delete)

;;> (iset-delete-all iset list): the set without the integers in the list.
;;> Raises type. SRFI 217.
;;> Example: (iset->list (iset-delete-all (iset 1 2 3) '(2 3))) => (1)
(define (iset-delete-all iset list)
  (%check-iset iset 'iset-delete-all)
  (%iset (%without-all (%tree iset) (%require-list list 'iset-delete-all)
                       'iset-delete-all)))

;;> (iset-delete-all! iset list): the same. SRFI 217.
;;> Example: (iset->list (iset-delete-all! (iset 1 2 3) '(2 3))) => (1)
(define iset-delete-all! iset-delete-all)

;;> (iset-search iset integer failure success): if the integer is not in the
;;> set, calls `failure` with (insert object) and (ignore object); otherwise
;;> `success` with it, (update integer object) and (remove object). What they
;;> call returns the set that comes of it, and the object. Raises type. SRFI
;;> 217.
;;> Example: (call-with-values (lambda () (iset-search (iset 1) 2 (lambda (insert ignore) (insert 'new)) list)) (lambda (set object) (list (iset->list set) object))) => ((1 2) new)
(define (iset-search iset element failure success)
  (%check-iset iset 'iset-search)
  (%check-element element 'iset-search)
  (let ((tree (%tree iset)))
    (if (%tree-find tree element <)
        (success
         element
         (lambda (new object)
           (%check-element new 'iset-search)
           (values (%iset (%tree-insert (%tree-delete tree element <)
                                        new #t <))
                   object))
         (lambda (object)
           (values (%iset (%tree-delete tree element <)) object)))
        (failure
         (lambda (object)
           (values (%iset (%tree-insert tree element #t <)) object))
         (lambda (object) (values iset object))))))

;;> (iset-search! iset integer failure success): the same. SRFI 217.
;;> Example: (call-with-values (lambda () (iset-search! (iset 1) 1 list (lambda (n update remove) (remove n)))) (lambda (set object) (list (iset->list set) object))) => (() 1)
(define iset-search! iset-search)

(define (%check-some iset who)
  (%check-iset iset who)
  (if (not (%tree iset)) (%error-of-kind 'range who "the set is empty" iset)))

;;> (iset-delete-min iset): its least element, and the set without that. Raises
;;> type, range. SRFI 217.
;;> Example: (call-with-values (lambda () (iset-delete-min (iset 2 1 3))) (lambda (n set) (list n (iset->list set)))) => (1 (2 3))
(define (iset-delete-min iset)
  (%check-some iset 'iset-delete-min)
  (values (iset-min iset) (%iset (%tree-delete-min (%tree iset)))))

;;> (iset-delete-min! iset): the same. SRFI 217.
;;> Example: (call-with-values (lambda () (iset-delete-min! (iset 2 1))) (lambda (n set) (list n (iset->list set)))) => (1 (2))
(define iset-delete-min! iset-delete-min)

;;> (iset-delete-max iset): its greatest element, and the set without that.
;;> Raises type, range. SRFI 217.
;;> Example: (call-with-values (lambda () (iset-delete-max (iset 2 1 3))) (lambda (n set) (list n (iset->list set)))) => (3 (1 2))
(define (iset-delete-max iset)
  (%check-some iset 'iset-delete-max)
  (values (iset-max iset) (%iset (%tree-delete-max (%tree iset)))))

;;> (iset-delete-max! iset): the same. SRFI 217.
;;> Example: (call-with-values (lambda () (iset-delete-max! (iset 2 1))) (lambda (n set) (list n (iset->list set)))) => (2 (1))
(define iset-delete-max! iset-delete-max)

;;> (iset-size iset): how many elements it has. Raises type. SRFI 217.
;;> Example: (iset-size (iset 1 2 1)) => 2
(define (iset-size iset)
  (%check-iset iset 'iset-size)
  (%tree-size (%tree iset)))

;;> (iset-copy iset): the set, which cannot be changed anyway. Raises type. SRFI
;;> 217.
;;> Example: (iset->list (iset-copy (iset 1 2))) => (1 2)
(define (iset-copy iset)
  (%check-iset iset 'iset-copy)
  iset)

;;> (iset->list iset): its elements, ascending. Raises type. SRFI 217.
;;> Example: (iset->list (iset 2 -5 3)) => (-5 2 3)
(define (iset->list iset)
  (%check-iset iset 'iset->list)
  (%tree-fold-right (lambda (element ignored list) (cons element list))
                    '() (%tree iset)))
