;;; Memory: binary trees, many that die young beside some that stay.

(define (make-node left right) (cons left right))

(define (make-tree depth)
  (if (= depth 0)
      (make-node '() '())
      (make-node (make-tree (- depth 1)) (make-tree (- depth 1)))))

;; The same, made from the root down by assignment.
(define (grow! depth node)
  (if (> depth 0)
      (begin
        (set-car! node (make-node '() '()))
        (set-cdr! node (make-node '() '()))
        (grow! (- depth 1) (car node))
        (grow! (- depth 1) (cdr node)))))

(define (nodes tree)
  (if (null? tree)
      0
      (+ 1 (nodes (car tree)) (nodes (cdr tree)))))

(define (short-lived depth count)
  (do ((left count (- left 1))
       (sum
        0
        (+ sum
           (let ((tree (make-node '() '())))
             (grow! depth tree)
             (+ (nodes tree) (nodes (make-tree depth)))))))
      ((= left 0) sum)))

(define (benchmark size)
  (let ((kept (make-tree size))
        (numbers (make-vector (* 1000 size) 1.5)))
    (let loop ((depth 2) (sum 0))
      (if (> depth size)
          (list sum (nodes kept) (vector-ref numbers 7))
          (loop (+ depth 2)
                (+ sum (short-lived depth (expt 2 (- size depth)))))))))
