;;; Backtracking over vectors: in how many ways the twelve figures of five squares, or some
;;; of them, cover a rectangle.

;; Each figure as its squares (row . column), the first in the top row being (0 . 0).
(define figures
  '(((0 . 0) (0 . 1) (0 . 2) (0 . 3) (0 . 4))
    ((0 . 0) (1 . 0) (1 . 1) (1 . 2) (1 . 3))
    ((0 . 0) (0 . 1) (1 . 0) (1 . 1) (2 . 0))
    ((0 . 0) (0 . 1) (0 . 2) (1 . 0) (1 . 2))
    ((0 . 0) (1 . 0) (2 . 0) (2 . 1) (2 . 2))
    ((0 . 0) (0 . 1) (0 . 2) (1 . 1) (2 . 1))
    ((0 . 0) (0 . 1) (1 . 1) (1 . 2) (1 . 3))
    ((0 . 0) (1 . 0) (1 . 1) (2 . 1) (2 . 2))
    ((0 . 0) (0 . 1) (0 . 2) (0 . 3) (1 . 1))))

(define (turn square) (cons (cdr square) (- (car square))))
(define (mirror square) (cons (car square) (- (cdr square))))

(define (before? one other)
  (or (< (car one) (car other))
      (and (= (car one) (car other)) (< (cdr one) (cdr other)))))

(define (insert square squares)
  (if (or (null? squares) (before? square (car squares)))
      (cons square squares)
      (cons (car squares) (insert square (cdr squares)))))

;; The squares in order, moved so that the first is (0 . 0).
(define (normal squares)
  (let* ((sorted (let loop ((left squares) (sorted '()))
                   (if (null? left)
                       sorted
                       (loop (cdr left) (insert (car left) sorted)))))
         (row (caar sorted))
         (column (cdar sorted)))
    (map (lambda (square) (cons (- (car square) row) (- (cdr square) column)))
         sorted)))

(define (positions figure)
  (let loop ((count 8) (squares figure) (found '()))
    (if (= count 0)
        found
        (let ((form (normal squares)))
          (loop (- count 1)
                (map turn (if (= count 5) (map mirror squares) squares))
                (if (member form found) found (cons form found)))))))

(define rows 5)

(define (free? board columns square row column)
  (let ((row (+ row (car square))) (column (+ column (cdr square))))
    (and (< row rows)
         (>= column 0)
         (< column columns)
         (not (vector-ref board (+ (* row columns) column))))))

(define (all-free? board columns form row column)
  (or (null? form)
      (and (free? board columns (car form) row column)
           (all-free? board columns (cdr form) row column))))

(define (mark! board columns form row column value)
  (for-each (lambda (square)
              (vector-set! board
                           (+ (* (+ row (car square)) columns)
                              column
                              (cdr square))
                           value))
            form))

(define (count-coverings columns)
  (let ((board (make-vector (* rows columns) #f))
        (forms (list->vector (map positions figures)))
        (used (make-vector (length figures) #f)))
    (define (next-free index)
      (cond ((= index (* rows columns)) #f)
            ((vector-ref board index) (next-free (+ index 1)))
            (else index)))
    (define (place index)
      (let ((index (next-free index)))
        (if (not index)
            1
            (let ((row (quotient index columns))
                  (column (remainder index columns)))
              (let figures ((figure 0) (total 0))
                (cond ((= figure (vector-length forms)) total)
                      ((vector-ref used figure) (figures (+ figure 1) total))
                      (else
                       (vector-set! used figure #t)
                       (let tries ((left (vector-ref forms figure))
                                   (total total))
                         (cond ((null? left)
                                (vector-set! used figure #f)
                                (figures (+ figure 1) total))
                               ((all-free? board columns (car left) row column)
                                (mark! board columns (car left) row column #t)
                                (let ((more (place (+ index 1))))
                                  (mark! board columns (car left) row column #f)
                                  (tries (cdr left) (+ total more))))
                               (else (tries (cdr left) total)))))))))))
    (place 0)))

(define (benchmark size) (count-coverings size))
