;;; Matrices of floats as vectors of rows: factors by Gauss with pivots and by Householder's
;;; reflections, determinants, inverses, least squares, and eigenvalues by Jacobi's rotations.

(define (make-matrix rows columns element)
  (let ((matrix (make-vector rows)))
    (do ((row 0 (+ row 1)))
        ((= row rows) matrix)
      (let ((elements (make-vector columns 0.0)))
        (do ((column 0 (+ column 1)))
            ((= column columns))
          (vector-set! elements column (element row column)))
        (vector-set! matrix row elements)))))

(define (rows matrix) (vector-length matrix))
(define (columns matrix) (vector-length (vector-ref matrix 0)))
(define (at matrix row column) (vector-ref (vector-ref matrix row) column))
(define (put! matrix row column value)
  (vector-set! (vector-ref matrix row) column value))

;; The sum of what `term` gives for the numbers from `first` up to `end`.
(define (sum-over first end term)
  (let loop ((index first) (sum 0.0))
    (if (< index end) (loop (+ index 1) (+ sum (term index))) sum)))

(define (multiply one other)
  (make-matrix (rows one)
               (columns other)
               (lambda (row column)
                 (sum-over 0
                           (columns one)
                           (lambda (k)
                             (* (at one row k) (at other k column)))))))

(define (transpose matrix)
  (make-matrix (columns matrix)
               (rows matrix)
               (lambda (row column) (at matrix column row))))

(define (copy matrix)
  (make-matrix (rows matrix)
               (columns matrix)
               (lambda (row column) (at matrix row column))))

(define (largest-difference one other)
  (let ((largest 0.0))
    (do ((row 0 (+ row 1)))
        ((= row (rows one)) largest)
      (do ((column 0 (+ column 1)))
          ((= column (columns one)))
        (set! largest
              (max largest
                   (abs (- (at one row column) (at other row column)))))))))

(define (unit-matrix size)
  (make-matrix size size (lambda (row column) (if (= row column) 1.0 0.0))))

;;; Gauss: the factors in one matrix, the order of the rows, and the sign of that.

(define (factor matrix)
  (let* ((lu (copy matrix))
         (size (rows lu))
         (order (make-vector size 0))
         (sign 1.0))
    (do ((i 0 (+ i 1)))
        ((= i size))
      (vector-set! order i i))
    (do ((k 0 (+ k 1)))
        ((= k size) (values lu order sign))
      (let ((pivot (pivot-row lu k)))
        (if (not (= pivot k))
            (begin
              (exchange! lu pivot k)
              (exchange! order pivot k)
              (set! sign (- sign)))))
      (do ((row (+ k 1) (+ row 1)))
          ((= row size))
        (let ((ratio (/ (at lu row k) (at lu k k))))
          (put! lu row k ratio)
          (do ((column (+ k 1) (+ column 1)))
              ((= column size))
            (put! lu
                  row
                  column
                  (- (at lu row column) (* ratio (at lu k column))))))))))

(define (pivot-row matrix k)
  (let loop ((row (+ k 1)) (best k))
    (cond ((= row (rows matrix)) best)
          ((> (abs (at matrix row k)) (abs (at matrix best k)))
           (loop (+ row 1) row))
          (else (loop (+ row 1) best)))))

(define (exchange! vector i j)
  (let ((kept (vector-ref vector i)))
    (vector-set! vector i (vector-ref vector j))
    (vector-set! vector j kept)))

(define (determinant matrix)
  (let-values (((lu order sign) (factor matrix)))
    (let loop ((k 0) (product sign))
      (if (= k (rows lu)) product (loop (+ k 1) (* product (at lu k k)))))))

;; The vector x with A x = b, by the factors of A.
(define (solve lu order b)
  (let* ((size (rows lu)) (x (make-vector size 0.0)))
    (do ((row 0 (+ row 1)))
        ((= row size))
      (vector-set! x
                   row
                   (- (vector-ref b (vector-ref order row))
                      (sum-over 0
                                row
                                (lambda (k)
                                  (* (at lu row k) (vector-ref x k)))))))
    (do ((row (- size 1) (- row 1)))
        ((< row 0) x)
      (vector-set! x
                   row
                   (/ (- (vector-ref x row)
                         (sum-over (+ row 1)
                                   size
                                   (lambda (k)
                                     (* (at lu row k) (vector-ref x k)))))
                      (at lu row row))))))

(define (inverse matrix)
  (let-values (((lu order sign) (factor matrix)))
    (transpose (vector-map (lambda (unit) (solve lu order unit))
                           (unit-matrix (rows matrix))))))

;;; Householder: an orthogonal and an upper triangular matrix.

(define (orthogonal-factors matrix)
  (let ((r (copy matrix)) (q (unit-matrix (rows matrix))))
    (do ((k 0 (+ k 1)))
        ((= k (min (columns matrix) (- (rows matrix) 1)))
         (values (transpose q) r))
      (let ((mirror (mirror-vector r k)))
        (reflect! r mirror k)
        (reflect! q mirror k)))))

;; The unit vector whose mirror makes column k zero below the diagonal.
(define (mirror-vector matrix k)
  (let* ((size (rows matrix))
         (norm (sqrt (sum-over k size (lambda (i) (square (at matrix i k))))))
         (first (at matrix k k))
         (v (make-vector size 0.0)))
    (do ((i k (+ i 1)))
        ((= i size))
      (vector-set! v i (at matrix i k)))
    (vector-set! v k (if (< first 0.0) (- first norm) (+ first norm)))
    (let ((scale
           (sqrt (sum-over k size (lambda (i) (square (vector-ref v i)))))))
      (vector-map (lambda (x) (/ x scale)) v))))

(define (reflect! matrix v first)
  (do ((column 0 (+ column 1)))
      ((= column (columns matrix)))
    (let ((twice (* 2.0
                    (sum-over first
                              (rows matrix)
                              (lambda (i)
                                (* (vector-ref v i) (at matrix i column)))))))
      (do ((i first (+ i 1)))
          ((= i (rows matrix)))
        (put! matrix
              i
              column
              (- (at matrix i column) (* twice (vector-ref v i))))))))

;;; Eigenvalues of a symmetric matrix.

(define (eigenvalues matrix sweeps)
  (let* ((a (copy matrix)) (size (rows a)))
    (do ((sweep 0 (+ sweep 1)))
        ((= sweep sweeps))
      (do ((p 0 (+ p 1)))
          ((= p (- size 1)))
        (do ((q (+ p 1) (+ q 1)))
            ((= q size))
          (if (> (abs (at a p q)) 1e-14) (rotate! a p q)))))
    (let collect ((i (- size 1)) (found '()))
      (if (< i 0)
          (list-sort < found)
          (collect (- i 1) (cons (at a i i) found))))))

(define (rotate! a p q)
  (let* ((theta (/ (- (at a q q) (at a p p)) (* 2.0 (at a p q))))
         (t (/ (if (< theta 0.0) -1.0 1.0)
               (+ (abs theta) (sqrt (+ 1.0 (* theta theta))))))
         (c (/ 1.0 (sqrt (+ 1.0 (* t t)))))
         (s (* t c)))
    (do ((k 0 (+ k 1)))
        ((= k (rows a)))
      (let ((one (at a k p)) (other (at a k q)))
        (put! a k p (- (* c one) (* s other)))
        (put! a k q (+ (* s one) (* c other)))))
    (do ((k 0 (+ k 1)))
        ((= k (rows a)))
      (let ((one (at a p k)) (other (at a q k)))
        (put! a p k (- (* c one) (* s other)))
        (put! a q k (+ (* s one) (* c other)))))))

(define seed 7)

(define (random-float)
  (set! seed (remainder (+ (* seed 8121) 28411) 134456))
  (- (/ seed 67228.0) 1.0))

(define (small? number) (< (abs number) 1e-7))

(define (benchmark size)
  (set! seed 7)
  (let* ((matrix (make-matrix size size (lambda (row column) (random-float))))
         (tall
          (make-matrix (+ size 5) size (lambda (row column) (random-float))))
         (symmetric (multiply matrix (transpose matrix)))
         (product (multiply matrix (inverse matrix)))
         (found (eigenvalues symmetric 8)))
    (let-values (((q r) (orthogonal-factors tall)))
      (list (small? (largest-difference product (unit-matrix size)))
            (small? (largest-difference tall (multiply q r)))
            (small? (largest-difference (unit-matrix (+ size 5))
                                        (multiply (transpose q) q)))
            (small? (- (apply + found)
                       (sum-over 0 size (lambda (i) (at symmetric i i)))))
            (small?
             (- 1.0 (/ (determinant symmetric) (square (determinant matrix)))))
            (exact (round (* 1000.0 (list-ref found (- size 1)))))
            (exact (round (* 1000.0 (abs (at r 0 0)))))))))
