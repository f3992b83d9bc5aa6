;;; Shortest paths in a large graph, with a red-black tree as the queue of Dijkstra's search,
;;; by Okasaki's insertion; and a tree of words that is filled and walked in order.

(define-record-type node
  (make-node colour left key value right)
  node?
  (colour node-colour)
  (left node-left)
  (key node-key)
  (value node-value)
  (right node-right))

(define (red? tree) (and tree (eq? (node-colour tree) 'red)))

(define (red left key value right) (make-node 'red left key value right))
(define (black left key value right) (make-node 'black left key value right))

;; A black node of the parts, turned if there are two red nodes below one another.
(define (balance left key value right)
  (define (turned a x xv b y yv c z zv d)
    (red (black a x xv b) y yv (black c z zv d)))
  (cond ((and (red? left) (red? (node-left left)))
         (let ((inner (node-left left)))
           (turned (node-left inner) (node-key inner) (node-value inner)
                   (node-right inner) (node-key left) (node-value left)
                   (node-right left) key value right)))
        ((and (red? left) (red? (node-right left)))
         (let ((inner (node-right left)))
           (turned (node-left left) (node-key left) (node-value left)
                   (node-left inner) (node-key inner) (node-value inner)
                   (node-right inner) key value right)))
        ((and (red? right) (red? (node-left right)))
         (let ((inner (node-left right)))
           (turned left key value
                   (node-left inner) (node-key inner) (node-value inner)
                   (node-right inner) (node-key right) (node-value right)
                   (node-right right))))
        ((and (red? right) (red? (node-right right)))
         (let ((inner (node-right right)))
           (turned left key value
                   (node-left right) (node-key right) (node-value right)
                   (node-left inner) (node-key inner) (node-value inner)
                   (node-right inner))))
        (else (black left key value right))))

;; The tree with the key, whose value is what `change` makes of the old one, or of `default`.
(define (tree-update tree less? key change default)
  (define (insert tree)
    (cond ((not tree) (red #f key (change default) #f))
          ((less? key (node-key tree))
           (rebuild tree (insert (node-left tree)) (node-right tree)))
          ((less? (node-key tree) key)
           (rebuild tree (node-left tree) (insert (node-right tree))))
          (else
           (make-node (node-colour tree)
                      (node-left tree)
                      key
                      (change (node-value tree))
                      (node-right tree)))))
  (define (rebuild tree left right)
    (if (red? tree)
        (red left (node-key tree) (node-value tree) right)
        (balance left (node-key tree) (node-value tree) right)))
  (let ((tree (insert tree)))
    (black (node-left tree)
           (node-key tree)
           (node-value tree)
           (node-right tree))))

(define (tree-walk tree visit)
  (if tree
      (begin
        (tree-walk (node-left tree) visit)
        (visit (node-key tree) (node-value tree))
        (tree-walk (node-right tree) visit))))

(define (tree-height tree)
  (if
   tree
   (+ 1 (max (tree-height (node-left tree)) (tree-height (node-right tree))))
   0))

;; The number of black nodes on each way down; raises if they differ or red follows red.
(define (black-height tree)
  (cond ((not tree) 1)
        ((and (red? tree) (or (red? (node-left tree)) (red? (node-right tree))))
         (raise 'red-below-red))
        (else
         (let ((left (black-height (node-left tree)))
               (right (black-height (node-right tree))))
           (if (not (= left right)) (raise 'unbalanced))
           (if (red? tree) left (+ left 1))))))

;;; A queue of priorities: a skew heap of pairs of a priority and an object.

(define (heap-merge one other)
  (cond ((not one) other)
        ((not other) one)
        ((< (car (node-key other)) (car (node-key one))) (heap-merge other one))
        (else
         (black (heap-merge other (node-right one))
                (node-key one)
                #f
                (node-left one)))))

(define (heap-insert heap priority object)
  (heap-merge heap (black #f (cons priority object) #f #f)))

;;; The graph: for each vertex a list of pairs of a vertex and a length.

(define seed 42)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 8121) 28411) 134456))
  (remainder seed limit))

(define (make-graph size degree)
  (let ((graph (make-vector size '())))
    (define (connect! from to length)
      (vector-set! graph from (cons (cons to length) (vector-ref graph from))))
    (do ((from 0 (+ from 1)))
        ((= from size) graph)
      (connect! from (remainder (+ from 1) size) (+ 20 (random-below 50)))
      (do ((count 1 (+ count 1)))
          ((= count degree))
        (let ((to (random-below size)))
          (connect! from to (+ 1 (random-below 100))))))))

;; The vectors of distances and of predecessors.
(define (dijkstra graph start)
  (let* ((size (vector-length graph))
         (distances (make-vector size #f))
         (before (make-vector size #f)))
    (let loop ((heap (heap-insert #f 0 (cons start #f))))
      (if heap
          (let* ((distance (car (node-key heap)))
                 (vertex (cadr (node-key heap)))
                 (rest (heap-merge (node-left heap) (node-right heap))))
            (if (vector-ref distances vertex)
                (loop rest)
                (begin
                  (vector-set! distances vertex distance)
                  (vector-set! before vertex (cddr (node-key heap)))
                  (loop (fold (lambda (edge heap)
                                (if (vector-ref distances (car edge))
                                    heap
                                    (heap-insert heap
                                                 (+ distance (cdr edge))
                                                 (cons (car edge) vertex))))
                              rest
                              (vector-ref graph vertex))))))))
    (values distances before)))

(define (path-to vertex before)
  (let loop ((vertex vertex) (path '()))
    (if vertex (loop (vector-ref before vertex) (cons vertex path)) path)))

(define (vector-max numbers)
  (let loop ((index 0) (best 0) (where 0))
    (if (= index (vector-length numbers))
        (values best where)
        (let ((number (or (vector-ref numbers index) 0)))
          (if (> number best)
              (loop (+ index 1) number index)
              (loop (+ index 1) best where))))))

;; How often each distance occurs, as a tree.
(define (histogram distances)
  (let loop ((index 0) (tree #f))
    (if (= index (vector-length distances))
        tree
        (loop (+ index 1)
              (tree-update tree
                           <
                           (vector-ref distances index)
                           (lambda (count) (+ count 1))
                           0)))))

(define (word number)
  (let loop ((number number) (letters '()))
    (if (= number 0)
        (list->string letters)
        (loop (quotient number 7)
              (cons (integer->char (+ 97 (remainder number 7))) letters)))))

(define (word-tree count)
  (let loop ((count count) (tree #f))
    (if (= count 0)
        tree
        (loop (- count 1)
              (tree-update tree
                           string<?
                           (word (random-below 5000))
                           (lambda (counts) (cons count counts))
                           '())))))

(define (benchmark size)
  (set! seed 42)
  (let*-values (((graph) (values (make-graph size 4)))
                ((distances before) (dijkstra graph 0))
                ((farthest where) (vector-max distances)))
    (let* ((tree (histogram distances))
           (words (word-tree size))
           (sum 0)
           (order 7))
      (tree-walk tree (lambda (key count) (set! sum (+ sum (* key count)))))
      (tree-walk words
                 (lambda (key counts)
                   (set! order
                         (remainder (+ (* order 31)
                                       (length counts)
                                       (string-length key))
                                    1000003))))
      (list farthest
            (length (path-to where before))
            sum
            (tree-height tree)
            (black-height tree)
            (black-height words)
            order))))
