;; SRFI 132 and 95: sorted, stable, and nothing lost, for lists with many equal elements, in every
;; length up to twenty.
(import (scheme base) (srfi 64) (srfi 95)
        (prefix (only (srfi 132) list-delete-neighbor-dups list-merge list-sort list-sorted?
                      list-stable-sort vector-delete-neighbor-dups vector-find-median vector-merge
                      vector-select! vector-separate! vector-sort vector-sort! vector-sorted?
                      vector-stable-sort vector-stable-sort!)
                s:))
(test-begin "sorting by laws")

;; Pairs of a key below four and the place where they were.
(define (sample length seed)
  (let loop ((place 0) (state seed) (pairs '()))
    (if (= place length)
        (reverse pairs)
        (let ((state (modulo (+ (* state 1103515245) 12345) 2147483648)))
          (loop (+ place 1) state
                (cons (cons (modulo (quotient state 65536) 4) place) pairs))))))
(define (before? a b) (< (car a) (car b)))
(define (ordered? a b) (or (before? a b) (and (= (car a) (car b)) (< (cdr a) (cdr b)))))
;; What a stable sort gives: of each key in turn, those that have it.
(define (stable list)
  (let loop ((key 0) (sorted '()))
    (if (= key 4)
        sorted
        (loop (+ key 1)
              (append sorted
                      (let those ((rest list))
                        (cond ((null? rest) '())
                              ((= (caar rest) key) (cons (car rest) (those (cdr rest))))
                              (else (those (cdr rest))))))))))
(define (keys list) (map car list))
(define (iota* count) (let loop ((n (- count 1)) (l '())) (if (< n 0) l (loop (- n 1) (cons n l)))))
(define-syntax test-all
  (syntax-rules ()
    ((_ list-name expression ...)
     (begin
       (test-assert
        (let each ((lengths (iota* 21)))
          (or (null? lengths)
              (and (let ((list-name (sample (car lengths) (+ 7 (car lengths))))) expression)
                   (each (cdr lengths))))))
       ...))))

(test-all list
  (equal? (stable list) (s:list-sort before? list))
  (equal? (stable list) (s:list-stable-sort before? list))
  (equal? (stable list) (vector->list (s:vector-sort before? (list->vector list))))
  (equal? (stable list) (vector->list (s:vector-stable-sort before? (list->vector list))))
  (equal? (stable list) (let ((v (list->vector list))) (s:vector-sort! before? v) (vector->list v)))
  (equal? (stable list)
          (let ((v (list->vector list))) (s:vector-stable-sort! before? v) (vector->list v)))
  (equal? (stable list) (sort list before?))
  (equal? (stable list) (sort! (list-copy list) before?))
  (equal? (stable list) (vector->list (sort (list->vector list) before?)))
  (equal? (sort (keys list) <) (map car (stable list)))
  (equal? (stable list) (sort list < car))
  (s:list-sorted? before? (stable list))
  (sorted? (stable list) before?)
  (eq? (s:list-sorted? ordered? list) (equal? list (s:list-sort ordered? list)))
  (eq? (s:vector-sorted? before? (list->vector list)) (equal? list (stable list)))
  (eq? (sorted? list before?) (equal? list (stable list)))
  ;; A range, and what is around it.
  (let ((v (list->vector (append '(x) list '(y)))))
    (s:vector-sort! before? v 1 (+ 1 (length list)))
    (equal? (append '(x) (stable list) '(y)) (vector->list v)))
  (let ((v (list->vector (append '(x) list '(y)))))
    (equal? (stable list)
            (vector->list (s:vector-sort before? v 1 (+ 1 (length list))))))
  ;; The elements that are kept are the first of their neighbours.
  (let ((same? (lambda (a b) (= (car a) (car b)))) (sorted (stable list)))
    (let ((kept (s:list-delete-neighbor-dups same? sorted)))
      (and (equal? kept (vector->list
                         (s:vector-delete-neighbor-dups same? (list->vector sorted))))
           (let check ((kept kept))
             (or (null? kept)
                 (and (eq? (car kept) (assv (caar kept) sorted)) (check (cdr kept))))))))
  ;; Element k in order, with the smaller ones before it.
  (let each ((places (iota* (length list))))
    (or (null? places)
        (let* ((v (list->vector list)) (found (s:vector-select! ordered? v (car places))))
          (and (equal? found (list-ref (s:list-sort ordered? list) (car places)))
               (equal? (s:list-sort ordered? (vector->list v)) (s:list-sort ordered? list))
               (each (cdr places))))))
  (let each ((places (iota* (+ 1 (length list)))))
    (or (null? places)
        (let ((v (list->vector list)))
          (s:vector-separate! ordered? v (car places))
          (and (equal? (s:list-sort ordered? (vector->list (vector-copy v 0 (car places))))
                       (let ((sorted (list->vector (s:list-sort ordered? list))))
                         (vector->list (vector-copy sorted 0 (car places)))))
               (each (cdr places)))))))

;; Of equal elements those of the left come first, however the lists are divided.
(define-syntax test-merges
  (syntax-rules ()
    ((_ merge)
     (test-assert
      (let each ((k 0))
        (or (> k 12)
            (let* ((list (sample 12 5))
                   (v (list->vector list))
                   (left (stable (vector->list (vector-copy v 0 k))))
                   (right (stable (vector->list (vector-copy v k)))))
              (and (equal? (stable list) (merge left right)) (each (+ k 1))))))))))
(test-merges (lambda (left right) (s:list-merge before? left right)))
(test-merges (lambda (left right)
               (vector->list (s:vector-merge before? (list->vector left) (list->vector right)))))
(test-merges (lambda (left right) (merge left right before?)))
(test-merges (lambda (left right) (merge left right < car)))
(test-merges (lambda (left right) (merge! (list-copy left) (list-copy right) before?)))

(test-equal '(none 5 3 3/2 2)
  (list (s:vector-find-median < #() 'none) (s:vector-find-median < #(5) 'none)
        (s:vector-find-median < #(5 1 3) 'none) (s:vector-find-median < #(2 1) 'none)
        (s:vector-find-median < #(4 1 3 1) 'none)))
(test-equal '(1 4) (s:vector-find-median < #(4 1) 'none list))
(test-end)
