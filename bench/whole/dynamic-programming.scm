;;; Dynamic programming on strings, trees and numbers: edit distance with the edits, longest
;;; common subsequence, optimal search trees, knapsack, products of matrices, parenthesized
;;; partitions, and independent sets in trees.

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 8121) 28411) 134456))
  (remainder (quotient seed 16) limit))

(define (random-word length)
  (let ((word (make-string length #\a)))
    (do ((i 0 (+ i 1)))
        ((= i length) word)
      (string-set! word i (integer->char (+ 97 (random-below 6)))))))

(define (make-grid rows columns initial)
  (let ((table (make-vector rows)))
    (do ((row 0 (+ row 1)))
        ((= row rows) table)
      (vector-set! table row (make-vector columns initial)))))

(define (grid-ref table row column) (vector-ref (vector-ref table row) column))

(define (grid-set! table row column value)
  (vector-set! (vector-ref table row) column value))

;;; Edit distance.

(define (edit-table one other)
  (let* ((rows (+ 1 (string-length one)))
         (columns (+ 1 (string-length other)))
         (table (make-grid rows columns 0)))
    (do ((row 0 (+ row 1)))
        ((= row rows))
      (grid-set! table row 0 row))
    (do ((column 0 (+ column 1)))
        ((= column columns))
      (grid-set! table 0 column column))
    (do ((row 1 (+ row 1)))
        ((= row rows) table)
      (do ((column 1 (+ column 1)))
          ((= column columns))
        (let ((same? (char=? (string-ref one (- row 1))
                             (string-ref other (- column 1)))))
          (grid-set! table
                     row
                     column
                     (min (+ 1 (grid-ref table (- row 1) column))
                          (+ 1 (grid-ref table row (- column 1)))
                          (+ (if same? 0 1)
                             (grid-ref table (- row 1) (- column 1))))))))))

;; The edits that make `other` of `one`: (keep c), (insert c), (delete c), (change c d).
(define (edits one other table)
  (let loop ((row (string-length one))
             (column (string-length other))
             (edits '()))
    (define here (grid-ref table row column))
    (cond ((and (= row 0) (= column 0)) edits)
          ((and (> row 0) (= here (+ 1 (grid-ref table (- row 1) column))))
           (loop (- row 1)
                 column
                 (cons (list 'delete (string-ref one (- row 1))) edits)))
          ((and (> column 0) (= here (+ 1 (grid-ref table row (- column 1)))))
           (loop row
                 (- column 1)
                 (cons (list 'insert (string-ref other (- column 1))) edits)))
          (else
           (let ((from (string-ref one (- row 1)))
                 (to (string-ref other (- column 1))))
             (loop (- row 1)
                   (- column 1)
                   (cons (if (char=? from to)
                             (list 'keep from)
                             (list 'change from to))
                         edits)))))))

;; What the edits make, which should be the other word.
(define (replay edits)
  (let ((port (open-output-string)))
    (for-each (lambda (edit)
                (case (car edit)
                  ((keep insert) (write-char (cadr edit) port))
                  ((change) (write-char (caddr edit) port))))
              edits)
    (get-output-string port)))

(define (edit-distances size)
  (let* ((one (random-word size))
         (other (random-word size))
         (table (edit-table one other))
         (script (edits one other table)))
    (list (grid-ref table size size)
          (length script)
          (string=? other (replay script)))))

;;; Longest common subsequence, by lists of lists.

(define (common-length one other)
  (let loop ((letters (string->list one))
             (row (map (lambda (letter) 0) (string->list other))))
    (if (null? letters)
        (apply max row)
        (loop (cdr letters)
              (let next ((others (string->list other))
                         (row row)
                         (above-left 0)
                         (left 0))
                (if (null? others)
                    '()
                    (let ((here (if (char=? (car others) (car letters))
                                    (+ above-left 1)
                                    (max left (car row)))))
                      (cons here
                            (next (cdr others) (cdr row) (car row) here)))))))))

;;; Optimal search trees: the tree is made too.

(define-record-type tree
  (make-tree key left right)
  tree?
  (key tree-key)
  (left tree-left)
  (right tree-right))

(define (optimal-tree weights)
  (let* ((count (vector-length weights))
         (costs (make-grid (+ count 1) (+ count 1) 0))
         (roots (make-grid (+ count 1) (+ count 1) 0))
         (sums (make-vector (+ count 1) 0)))
    (do ((i 0 (+ i 1)))
        ((= i count))
      (vector-set! sums (+ i 1) (+ (vector-ref sums i) (vector-ref weights i))))
    (do ((span 1 (+ span 1)))
        ((> span count))
      (do ((from 0 (+ from 1)))
          ((> (+ from span) count))
        (let ((to (+ from span)))
          (let try ((root from) (best #f) (best-root from))
            (if (= root to)
                (begin
                  (grid-set! costs
                             from
                             to
                             (+ best
                                (- (vector-ref sums to)
                                   (vector-ref sums from))))
                  (grid-set! roots from to best-root))
                (let ((cost (+ (grid-ref costs from root)
                               (grid-ref costs (+ root 1) to))))
                  (if (or (not best) (< cost best))
                      (try (+ root 1) cost root)
                      (try (+ root 1) best best-root))))))))
    (values (grid-ref costs 0 count)
            (let make ((from 0) (to count))
              (and (< from to)
                   (let ((root (grid-ref roots from to)))
                     (make-tree root
                                (make from root)
                                (make (+ root 1) to))))))))

(define (tree-cost tree weights depth)
  (if tree
      (+ (* depth (vector-ref weights (tree-key tree)))
         (tree-cost (tree-left tree) weights (+ depth 1))
         (tree-cost (tree-right tree) weights (+ depth 1)))
      0))

(define (random-vector size limit)
  (let ((numbers (make-vector size)))
    (do ((i 0 (+ i 1)))
        ((= i size) numbers)
      (vector-set! numbers i (+ 1 (random-below limit))))))

(define (search-trees size)
  (let ((weights (random-vector size 100)))
    (let-values (((cost tree) (optimal-tree weights)))
      (list cost (= cost (tree-cost tree weights 1))))))

;;; Knapsack: items are pairs of weight and value; the best value, and the items for it.

(define (knapsack items capacity)
  (let ((best (make-vector (+ capacity 1) (cons 0 '()))))
    (for-each
     (lambda (item)
       (do ((room capacity (- room 1)))
           ((< room (car item)))
         (let* ((without (vector-ref best room))
                (rest (vector-ref best (- room (car item))))
                (value (+ (cdr item) (car rest))))
           (if (> value (car without))
               (vector-set! best room (cons value (cons item (cdr rest))))))))
     items)
    (vector-ref best capacity)))

(define (random-items count)
  (let loop ((count count) (items '()))
    (if (= count 0)
        items
        (let* ((weight (+ 3 (random-below 25))) (value (+ 1 (random-below 60))))
          (loop (- count 1) (cons (cons weight value) items))))))

(define (knapsacks size)
  (let ((found (knapsack (random-items size) (* 8 size))))
    (list (car found)
          (= (car found) (apply + (map cdr (cdr found))))
          (apply + (map car (cdr found))))))

;;; The order of products of matrices, by a table of what has been asked for.

(define (chain-cost sizes)
  (let ((known (make-hash-table equal?)))
    (let cost ((from 0) (to (- (vector-length sizes) 1)))
      (if (= (+ from 1) to)
          0
          (let ((key (cons from to)))
            (or (hash-table-ref/default known key #f)
                (let try ((middle (+ from 1)) (best #f))
                  (if (= middle to)
                      (begin
                        (hash-table-set! known key best)
                        best)
                      (let ((here (+ (cost from middle)
                                     (cost middle to)
                                     (* (vector-ref sizes from)
                                        (vector-ref sizes middle)
                                        (vector-ref sizes to)))))
                        (try (+ middle 1)
                             (if best (min best here) here)))))))))))

;;; The heaviest set of nodes of a tree of which none is the parent of another.
;;; A node is (weight child ...).

(define (random-tree size)
  (if (= size 1)
      (list (+ 1 (random-below 50)))
      (let* ((left (+ 1 (random-below (- size 1)))) (right (- size left 1)))
        (let* ((weight (+ 1 (random-below 50)))
               (child (random-tree left))
               (others (if (> right 0) (list (random-tree right)) '())))
          (cons weight (cons child others))))))

;; The best weight with the root and that without it.
(define (independent tree)
  (let loop ((children (cdr tree)) (with (car tree)) (without 0))
    (if (null? children)
        (values with without)
        (let-values (((child-with child-without) (independent (car children))))
          (loop (cdr children)
                (+ with child-without)
                (+ without (max child-with child-without)))))))

(define (independent-weight size)
  (let-values (((with without) (independent (random-tree size))))
    (max with without)))

(define (benchmark size)
  (set! seed 1)
  (let* ((distances (edit-distances (* 2 size)))
         (one (random-word (* 2 size)))
         (other (random-word size))
         (common (common-length one other))
         (trees (search-trees size))
         (sacks (knapsacks size))
         (sizes (random-vector (quotient size 2) 30))
         (chain (chain-cost sizes))
         (weight (independent-weight (* 20 size))))
    (list distances common trees sacks chain weight)))
