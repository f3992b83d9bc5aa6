;;; Heat in a plate with holes: finite elements on triangles, a sparse matrix by rows,
;;; conjugate gradients with a preconditioner; a steady state, and steps of time.

;; A sparse matrix while it is made: for each row a hash table of columns.  Then:
;; for each row a vector of columns and one of values.

(define-record-type matrix
  (make-matrix size columns values)
  matrix?
  (size matrix-size)
  (columns matrix-columns)
  (values matrix-values))

(define (new-rows size)
  (let ((rows (make-vector size #f)))
    (do ((i 0 (+ i 1)))
        ((= i size) rows)
      (vector-set! rows i (make-hash-table)))))

(define (add-to! rows row column value)
  (hash-table-update!/default (vector-ref rows row)
                              column
                              (lambda (old) (+ old value))
                              0.0))

(define (rows->matrix rows)
  (let* ((size (vector-length rows))
         (columns (make-vector size #f))
         (values (make-vector size #f)))
    (do ((i 0 (+ i 1)))
        ((= i size) (make-matrix size columns values))
      (let ((entries (list-sort (lambda (one other) (< (car one) (car other)))
                                (hash-table->alist (vector-ref rows i)))))
        (vector-set! columns i (list->vector (map car entries)))
        (vector-set! values i (list->vector (map cdr entries)))))))

(define (multiply matrix x)
  (let* ((size (matrix-size matrix)) (result (make-vector size 0.0)))
    (do ((i 0 (+ i 1)))
        ((= i size) result)
      (let ((columns (vector-ref (matrix-columns matrix) i))
            (values (vector-ref (matrix-values matrix) i)))
        (do ((k 0 (+ k 1))
             (sum
              0.0
              (+ sum (* (vector-ref values k)
                        (vector-ref x (vector-ref columns k))))))
            ((= k (vector-length columns)) (vector-set! result i sum)))))))

(define (diagonal matrix)
  (let ((result (make-vector (matrix-size matrix) 1.0)))
    (do ((i 0 (+ i 1)))
        ((= i (matrix-size matrix)) result)
      (let ((columns (vector-ref (matrix-columns matrix) i)))
        (do ((k 0 (+ k 1)))
            ((= k (vector-length columns)))
          (if (= i (vector-ref columns k))
              (vector-set! result
                           i
                           (vector-ref (vector-ref (matrix-values matrix) i)
                                       k))))))))

(define (entries matrix)
  (let ((count 0))
    (vector-for-each (lambda (columns)
                       (set! count (+ count (vector-length columns))))
                     (matrix-columns matrix))
    count))

;; one + factor * other, as a matrix; the same entries may be missing in either.
(define (combine one factor other)
  (let ((rows (new-rows (matrix-size one))))
    (define (add! matrix factor)
      (do ((i 0 (+ i 1)))
          ((= i (matrix-size matrix)))
        (vector-for-each (lambda (column value)
                           (add-to! rows i column (* factor value)))
                         (vector-ref (matrix-columns matrix) i)
                         (vector-ref (matrix-values matrix) i))))
    (add! one 1.0)
    (add! other factor)
    (rows->matrix rows)))

;; Vectors.

(define (dot x y)
  (do ((i 0 (+ i 1))
       (sum 0.0 (+ sum (* (vector-ref x i) (vector-ref y i)))))
      ((= i (vector-length x)) sum)))

;; x + factor * y
(define (plus-times x factor y)
  (vector-map (lambda (x y) (+ x (* factor y))) x y))

;; Conjugate gradients with the diagonal as preconditioner: the solution and the
;; number of steps.
(define (solve matrix b start tolerance)
  (let* ((scales (diagonal matrix))
         (precondition (lambda (r) (vector-map / r scales)))
         (r (plus-times b -1.0 (multiply matrix start)))
         (z (precondition r)))
    (let loop ((x start) (r r) (p z) (rz (dot r z)) (steps 0))
      (if (or (< (sqrt (dot r r)) tolerance) (= steps 1000))
          (values x steps)
          (let* ((ap (multiply matrix p))
                 (alpha (/ rz (dot p ap)))
                 (x (plus-times x alpha p))
                 (r (plus-times r (- alpha) ap))
                 (z (precondition r))
                 (new-rz (dot r z)))
            (loop x r (plus-times z (/ new-rz rz) p) new-rz (+ steps 1)))))))

;; The plate: a square of nodes, two triangles for each cell that is no hole.

(define-record-type mesh
  (make-mesh side triangles)
  mesh?
  (side mesh-side)
  (triangles mesh-triangles))

(define (node mesh-size column row) (+ column (* row (+ mesh-size 1))))

(define (in-hole? x y)
  (or (< (+ (expt (- x 0.3) 2) (expt (- y 0.6) 2)) 0.02)
      (and (< 0.55 x 0.8) (< 0.2 y 0.45))))

(define (make-plate size)
  (let loop ((column 0) (row 0) (triangles '()))
    (cond ((= row size) (make-mesh size (reverse triangles)))
          ((= column size) (loop 0 (+ row 1) triangles))
          ((in-hole? (/ (+ column 0.5) size) (/ (+ row 0.5) size))
           (loop (+ column 1) row triangles))
          (else
           (let ((a (node size column row))
                 (b (node size (+ column 1) row))
                 (c (node size (+ column 1) (+ row 1)))
                 (d (node size column (+ row 1))))
             (loop (+ column 1)
                   row
                   (cons (list a c d) (cons (list a b c) triangles))))))))

(define (place-of mesh number)
  (let* ((size (mesh-side mesh))
         (width (+ size 1))
         (h (/ 1.0 size)))
    (values (* h (remainder number width))
            (* h (quotient number width)))))

;; Stiffness and mass of a triangle: calls `stiff!` and `heavy!` with the numbers of
;; two nodes and a value.
(define (visit-triangle mesh triangle stiff! heavy!)
  (let*-values (((x1 y1) (place-of mesh (car triangle)))
                ((x2 y2) (place-of mesh (cadr triangle)))
                ((x3 y3) (place-of mesh (caddr triangle))))
    (let* ((area (* 0.5
                    (- (* (- x2 x1) (- y3 y1)) (* (- x3 x1) (- y2 y1)))))
           (slopes (list (cons (- y2 y3) (- x3 x2))
                         (cons (- y3 y1) (- x1 x3))
                         (cons (- y1 y2) (- x2 x1)))))
      (for-each
       (lambda (one slope)
         (for-each
          (lambda (other other-slope)
            (stiff! one
                    other
                    (/ (+ (* (car slope) (car other-slope))
                          (* (cdr slope) (cdr other-slope)))
                       (* 4.0 area)))
            (heavy! one other (* area (if (= one other) (/ 1.0 6) (/ 1.0 12)))))
          triangle
          slopes))
       triangle
       slopes))))

;; Stiffness and mass matrices.  Nodes in holes get a one on the diagonal.
(define (assemble mesh)
  (let* ((count (expt (+ 1 (mesh-side mesh)) 2))
         (stiffness (new-rows count))
         (masses (new-rows count)))
    (for-each (lambda (triangle)
                (visit-triangle mesh
                                triangle
                                (lambda (i j value)
                                  (add-to! stiffness i j value))
                                (lambda (i j value)
                                  (add-to! masses i j value))))
              (mesh-triangles mesh))
    (do ((i 0 (+ i 1)))
        ((= i count))
      (if (= 0 (hash-table-size (vector-ref stiffness i)))
          (begin
            (add-to! stiffness i i 1.0)
            (add-to! masses i i 1.0))))
    (values (rows->matrix stiffness) (rows->matrix masses))))

;; Where the temperature is given: left 1, right 0; as a list of pairs.
(define (boundary mesh)
  (let ((size (mesh-side mesh)))
    (let loop ((row 0) (pairs '()))
      (if (> row size)
          pairs
          (loop (+ row 1)
                (cons (cons (node size 0 row) 1.0)
                      (cons (cons (node size size row) 0.0) pairs)))))))

;; The matrix with rows and columns of the given nodes taken out, and a procedure
;; that changes a right side in the same way.
(define (with-boundary matrix pairs)
  (let* ((size (matrix-size matrix))
         (given (make-vector size #f))
         (rows (new-rows size))
         (known (make-vector size 0.0)))
    (for-each (lambda (pair) (vector-set! given (car pair) (cdr pair))) pairs)
    (do ((i 0 (+ i 1)))
        ((= i size))
      (vector-for-each
       (lambda (j value)
         (cond ((vector-ref given i) (if (= i j) (add-to! rows i i 1.0)))
               ((vector-ref given j)
                (vector-set! known
                             i
                             (+ (vector-ref known i)
                                (* value (vector-ref given j)))))
               (else (add-to! rows i j value))))
       (vector-ref (matrix-columns matrix) i)
       (vector-ref (matrix-values matrix) i)))
    (values (rows->matrix rows)
            (lambda (b)
              (vector-map (lambda (b known given) (or given (- b known)))
                          b
                          known
                          given)))))

(define (largest-difference x y)
  (let ((largest 0.0))
    (vector-for-each (lambda (x y) (set! largest (max largest (abs (- x y)))))
                     x
                     y)
    largest))

(define (rounded number) (exact (round (* 10000 number))))

(define (benchmark size)
  (let* ((mesh (make-plate size))
         (pairs (boundary mesh))
         (middle (node size (quotient size 2) (quotient size 2)))
         (tolerance 1e-8))
    (let*-values (((stiffness masses) (assemble mesh))
                  ((steady change) (with-boundary stiffness pairs))
                  ((zeros) (make-vector (matrix-size stiffness) 0.0))
                  ((solution steps)
                   (solve steady (change zeros) zeros tolerance))
                  ((time) 0.02)
                  ((implicit change-step)
                   (with-boundary (combine masses time stiffness) pairs)))
      (let loop ((count 10) (u zeros) (total 0) (trace '()))
        (if (= count 0)
            (list (length (mesh-triangles mesh))
                  (entries stiffness)
                  (> steps 0)
                  (rounded (vector-ref solution middle))
                  (reverse trace)
                  (rounded (largest-difference solution u)))
            (let-values (((next steps)
                          (solve implicit
                                 (change-step (multiply masses u))
                                 u
                                 tolerance)))
              (loop (- count 1)
                    next
                    (+ total steps)
                    (cons (rounded (vector-ref next middle)) trace))))))))
