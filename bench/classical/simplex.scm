;;; Flonums in a matrix: the simplex method for linear programs.

(define (element table row column) (vector-ref (vector-ref table row) column))

;; Adds a multiple of one row to another.
(define (add-row! table from to factor)
  (let ((from (vector-ref table from)) (to (vector-ref table to)))
    (do ((column 0 (+ column 1)))
        ((= column (vector-length to)))
      (vector-set! to column
                   (+ (vector-ref to column)
                      (* factor (vector-ref from column)))))))

(define (scale-row! table row factor)
  (let ((row (vector-ref table row)))
    (do ((column 0 (+ column 1)))
        ((= column (vector-length row)))
      (vector-set! row column (* factor (vector-ref row column))))))

;; The column with the least number in the last row, if that is negative.
(define (entering table)
  (let* ((last (vector-ref table (- (vector-length table) 1))))
    (let loop ((column 0) (best #f) (least -0.000001))
      (cond ((= column (- (vector-length last) 1)) best)
            ((< (vector-ref last column) least)
             (loop (+ column 1) column (vector-ref last column)))
            (else (loop (+ column 1) best least))))))

;; The row that limits the growth of the variable of this column.
(define (leaving table column)
  (let ((bound (- (vector-length (vector-ref table 0)) 1)))
    (let loop ((row 0) (best #f) (least 0.0))
      (if (= row (- (vector-length table) 1))
          best
          (let ((coefficient (element table row column)))
            (if (> coefficient 0.000001)
                (let ((ratio (/ (element table row bound) coefficient)))
                  (if (or (not best) (< ratio least))
                      (loop (+ row 1) row ratio)
                      (loop (+ row 1) best least)))
                (loop (+ row 1) best least)))))))

(define (pivot! table row column)
  (scale-row! table row (/ 1.0 (element table row column)))
  (do ((other 0 (+ other 1)))
      ((= other (vector-length table)))
    (if (not (= other row))
        (add-row! table row other (- (element table other column))))))

(define (maximize! table)
  (let loop ((steps 0))
    (let* ((column (entering table))
           (row (and column (leaving table column))))
      (if row
          (begin (pivot! table row column) (loop (+ steps 1)))
          steps))))

;; `count` variables and as many constraints, with slack variables and bounds.
(define (make-problem count)
  (let ((table (make-vector (+ count 1) #f)))
    (do ((row 0 (+ row 1)))
        ((> row count) table)
      (let ((line (make-vector (+ count count 1) 0.0)))
        (do ((column 0 (+ column 1)))
            ((= column count))
          (vector-set! line column
                       (if (= row count)
                           (inexact (- (+ 3 (remainder (* column 5) 7))))
                           (inexact
                            (+ 1 (remainder (+ (* 3 row) (* 7 column)) 11))))))
        (if (< row count)
            (begin
              (vector-set! line (+ count row) 1.0)
              (vector-set! line (+ count count) (inexact (+ 50 (* 3 row))))))
        (vector-set! table row line)))))

(define (benchmark size)
  (let* ((table (make-problem size))
         (steps (maximize! table)))
    (exact (round (* 1000.0 (element table size (* 2 size)))))))
