;;; Vectors of vectors and integers: products of matrices.

(define (make-matrix size element)
  (let ((matrix (make-vector size #f)))
    (do ((row 0 (+ row 1)))
        ((= row size) matrix)
      (let ((line (make-vector size 0)))
        (do ((column 0 (+ column 1)))
            ((= column size))
          (vector-set! line column (element row column)))
        (vector-set! matrix row line)))))

(define (product one other)
  (let ((size (vector-length one)))
    (make-matrix
     size
     (lambda (row column)
       (let ((line (vector-ref one row)))
         (let loop ((index 0) (sum 0))
           (if (= index size)
               sum
               (loop (+ index 1)
                     (+ sum
                        (* (vector-ref line index)
                           (vector-ref (vector-ref other index)
                                       column)))))))))))

(define (sum-of-diagonal matrix)
  (let loop ((index 0) (sum 0))
    (if (= index (vector-length matrix))
        sum
        (loop (+ index 1)
              (+ sum (vector-ref (vector-ref matrix index) index))))))

(define (benchmark size)
  (let* ((one
          (make-matrix
           size
           (lambda (row column) (remainder (+ (* 7 row) column) 11))))
         (other (make-matrix size (lambda (row column) (- row column)))))
    (sum-of-diagonal (product (product one other) one))))
