;;; Sets and bags over one implementation: a table from each element to a pair
;;; of the element and how often it is there. What goes through one works on a
;;; snapshot.

(define-record-type <collection>
  (%make-collection comparator table bag)
  %collection?
  (comparator %comparator)
  (table %table)
  (bag %bag?))

;;> (set? object): whether it is a set. SRFI 113.
;;> Example: (set? (set (make-default-comparator) 1)) => #t
(define (set? object) (and (%collection? object) (not (%bag? object))))

;;> (bag? object): whether it is a bag. SRFI 113.
;;> Example: (bag? (set (make-default-comparator) 1)) => #f
(define (bag? object) (and (%collection? object) (%bag? object)))

(define (%new comparator bag)
  (%make-collection
   comparator
   (%any-table (comparator-equality-predicate comparator)
               (and (comparator-hashable? comparator)
                    (comparator-hash-function comparator)))
   bag))

(define (%like collection) (%new (%comparator collection) (%bag? collection)))

(define (%copy collection)
  (%make-collection (%comparator collection)
                    (%table-copy (%table collection))
                    (%bag? collection)))

;; The pair of the element that is there and its count, or #f.
(define (%pair collection element)
  (%table-ref (%table collection) element (lambda () #f) values))

(define (%count collection element)
  (let ((pair (%pair collection element))) (if pair (cdr pair) 0)))

;; Makes the count of an element so much, 1 at most in a set; the element that
;; is there stays.
(define (%set-count! collection element count)
  (let ((pair (%pair collection element))
        (count (if (%bag? collection) count (min count 1))))
    (if (<= count 0)
        (if pair (%table-delete! (%table collection) element))
        (%table-set! (%table collection) element
                     (cons (if pair (car pair) element) count)))))

(define (%add! collection element count)
  (%set-count! collection element (+ (%count collection element) count)))

;; All pairs of element and count.
(define (%pairs collection) (map cdr (%table->alist (%table collection))))

;; Puts the other element in the place of one that is equal.
(define (%exchange! collection old new)
  (let ((count (%count collection old)))
    (if (> count 0)
        (begin
          (%table-delete! (%table collection) old)
          (%set-count! collection new (+ count (%count collection new)))))))

(define (%repeat procedure pair)
  (let loop ((left (cdr pair)))
    (if (> left 0)
        (begin
          (procedure (car pair))
          (loop (- left 1))))))

(define (%for-each procedure collection)
  (for-each (lambda (pair) (%repeat procedure pair)) (%pairs collection)))

(define (%fold combine start collection)
  (let next ((pairs (%pairs collection)) (result start))
    (if (null? pairs)
        result
        (let loop ((left (cdar pairs)) (result result))
          (if (= left 0)
              (next (cdr pairs) result)
              (loop (- left 1) (combine (caar pairs) result)))))))

(define (%size collection)
  (let loop ((pairs (%pairs collection)) (size 0))
    (if (null? pairs) size (loop (cdr pairs) (+ size (cdar pairs))))))

(define (%from-list! collection list)
  (for-each (lambda (element) (%add! collection element 1)) list)
  collection)

(define (%unfold! stop? element next seed collection)
  (let loop ((seed seed))
    (if (stop? seed)
        collection
        (begin
          (%add! collection (element seed) 1)
          (loop (next seed))))))

;; The text of SRFI 113 has the comparator last, and programs that were written
;; for its implementation have it first.
(define (%unfold a b c d e bag)
  (if (comparator? a)
      (%unfold! b c d e (%new a bag))
      (%unfold! a b c d (%new e bag))))

(define (%remove-all! collection elements)
  (for-each (lambda (element) (%add! collection element -1)) elements)
  collection)

(define (%search! collection element failure success)
  (let ((pair (%pair collection element)))
    (if pair
        (success (car pair)
                 (lambda (new object)
                   (%exchange! collection (car pair) new)
                   (values collection object))
                 (lambda (object)
                   (%add! collection (car pair) -1)
                   (values collection object)))
        (failure (lambda (object)
                   (%add! collection element 1)
                   (values collection object))
                 (lambda (object) (values collection object))))))

(define (%find test collection failure)
  (let loop ((pairs (%pairs collection)))
    (cond ((null? pairs) (failure))
          ((test (caar pairs)) (caar pairs))
          (else (loop (cdr pairs))))))

(define (%count-passing test collection)
  (%fold (lambda (element count) (if (test element) (+ count 1) count))
         0 collection))

;; The elements of which the test says so, with their counts, in a new
;; collection.
(define (%select test collection)
  (let ((result (%like collection)))
    (for-each
     (lambda (pair)
       (if (test (car pair)) (%set-count! result (car pair) (cdr pair))))
     (%pairs collection))
    result))

;; The same in place.
(define (%select! test collection)
  (for-each
   (lambda (pair)
     (if (not (test (car pair))) (%set-count! collection (car pair) 0)))
   (%pairs collection))
  collection)

(define (%not test) (lambda (element) (not (test element))))

(define (%same-kind who left right)
  (if (not (and (%collection? right)
                (eq? (%bag? left) (%bag? right))
                (eq? (%comparator left) (%comparator right))))
      (%type-error who "a collection of the same kind and comparator" right)))

;; Whether no element occurs more often on the left.
(define (%subset? left right)
  (let loop ((pairs (%pairs left)))
    (or (null? pairs)
        (and (<= (cdar pairs) (%count right (caar pairs)))
             (loop (cdr pairs))))))

(define (%equal? left right)
  (and (%subset? left right) (%subset? right left)))

(define (%chain? who test first rest)
  (or (null? rest)
      (begin
        (%same-kind who first (car rest))
        (and (test first (car rest))
             (%chain? who test (car rest) (cdr rest))))))

(define (%proper? left right)
  (and (%subset? left right) (not (%subset? right left))))

;; Makes each count on the left what `combine` makes of both counts.
(define (%combine! who combine left right)
  (%same-kind who left right)
  (let ((pairs (%pairs right)))
    (for-each
     (lambda (pair)
       (let ((other (%count right (car pair))))
         (if (= other 0) (%set-count! left (car pair) (combine (cdr pair) 0)))))
     (%pairs left))
    (for-each
     (lambda (pair)
       (%set-count! left (car pair)
                    (combine (%count left (car pair)) (cdr pair))))
     pairs)
    left))

(define (%combine-all! who combine first rest)
  (for-each (lambda (other) (%combine! who combine first other)) rest)
  first)

(define (%hash-of collection)
  (let loop ((pairs (%pairs collection)) (sum 0))
    (if (null? pairs)
        (modulo sum (hash-bound))
        (loop (cdr pairs)
              (+ sum (* (cdar pairs)
                        (comparator-hash (%comparator collection)
                                         (caar pairs))))))))
