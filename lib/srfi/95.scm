;;; Sequences are lists or vectors; a key is what the order looks at, the
;;; element itself where none is given. Sorting is stable.

(define (%by less? key)
  (if (null? key)
      less?
      (let ((key (car key)))
        (lambda (left right) (less? (key left) (key right))))))

;;> (sorted? sequence less? [key]): whether no element is less than the one in
;;> front of it. Raises type. SRFI 95.
;;> Example: (sorted? '(1 1 2) <) => #t
(define (sorted? sequence less? . key)
  (list-sorted? (%by less? key)
                (if (vector? sequence) (vector->list sequence) sequence)))

;;> (merge left right less? [key]): one sorted list of two; of equal elements,
;;> those of the left come first. Raises type. SRFI 95.
;;> Example: (merge '(1 4) '(2 3) <) => (1 2 3 4)
(define (merge left right less? . key)
  (list-merge (%by less? key) left right))

;;> (merge! left right less? [key]): the same. SRFI 95.
;;> Example: (merge! (list 1 4) (list 2 3) <) => (1 2 3 4)
(define (merge! left right less? . key)
  (list-merge (%by less? key) left right))

;; The results of the key are computed once for each element.
(define (%sorted list less? key)
  (if (null? key)
      (list-sort less? list)
      (map cdr
           (list-sort (lambda (left right) (less? (car left) (car right)))
                      (map (lambda (element) (cons ((car key) element) element))
                           (%require-list list 'sort))))))

;;> (sort sequence less? [key]): a new list or vector of the elements in order.
;;> Raises type. SRFI 95.
;;> Example: (sort #(3 1 2) <) => #(1 2 3)
(define (sort sequence less? . key)
  (if (vector? sequence)
      (list->vector (%sorted (vector->list sequence) less? key))
      (%sorted sequence less? key)))

;;> (sort! sequence less? [key]): puts the elements of a vector in order and
;;> returns it; the same as sort for lists. Raises type, frozen. SRFI 95.
;;> Example: (let ((v (vector 3 1 2))) (sort! v <) v) => #(1 2 3)
(define (sort! sequence less? . key)
  (if (vector? sequence)
      (begin
        (vector-copy! sequence 0 (apply sort sequence less? key))
        sequence)
      (apply sort sequence less? key)))
