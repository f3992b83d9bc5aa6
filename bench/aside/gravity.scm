;;; Bodies that attract each other, in space: an octree made anew for each step, far
;;; cells taken as one body (Barnes and Hut); compared with all pairs; energy.

;; Vectors of three floats.

(define-record-type point
  (make-point x y z)
  point?
  (x point-x)
  (y point-y)
  (z point-z))

(define origin (make-point 0.0 0.0 0.0))

(define (point+ one other)
  (make-point (+ (point-x one) (point-x other))
              (+ (point-y one) (point-y other))
              (+ (point-z one) (point-z other))))

(define (point- one other)
  (make-point (- (point-x one) (point-x other))
              (- (point-y one) (point-y other))
              (- (point-z one) (point-z other))))

(define (scale factor point)
  (make-point (* factor (point-x point))
              (* factor (point-y point))
              (* factor (point-z point))))

(define (dot one other)
  (+ (* (point-x one) (point-x other))
     (* (point-y one) (point-y other))
     (* (point-z one) (point-z other))))

(define-record-type body
  (make-body mass place velocity force)
  body?
  (mass body-mass)
  (place body-place set-body-place!)
  (velocity body-velocity set-body-velocity!)
  (force body-force set-body-force!))

;; A cell is a cube; its children are #f, bodies, or cells.
(define-record-type cell
  (make-cell middle half mass place children)
  cell?
  (middle cell-middle)
  (half cell-half)
  (mass cell-mass set-cell-mass!)
  (place cell-place set-cell-place!)
  (children cell-children))

(define (new-cell middle half)
  (make-cell middle half 0.0 origin (make-vector 8 #f)))

;; Which of the eight parts of the cell the place is in.
(define (octant cell place)
  (let ((middle (cell-middle cell)))
    (+ (if (< (point-x place) (point-x middle)) 0 1)
       (if (< (point-y place) (point-y middle)) 0 2)
       (if (< (point-z place) (point-z middle)) 0 4))))

(define (part cell number)
  (let* ((half (/ (cell-half cell) 2.0))
         (middle (cell-middle cell))
         (towards (lambda (bit) (if (= bit 0) (- half) half))))
    (new-cell (point+ middle
                      (make-point (towards (remainder number 2))
                                  (towards (remainder (quotient number 2) 2))
                                  (towards (quotient number 4))))
              half)))

(define (insert! cell body)
  (let* ((number (octant cell (body-place body)))
         (children (cell-children cell))
         (child (vector-ref children number)))
    (cond ((not child) (vector-set! children number body))
          ((cell? child) (insert! child body))
          (else
           (let ((inner (part cell number)))
             (vector-set! children number inner)
             (insert! inner child)
             (insert! inner body))))))

;; Masses and centres of mass, from the leaves up.
(define (weigh! cell)
  (let ((mass 0.0) (sum origin))
    (vector-for-each
     (lambda (child)
       (cond ((not child) #f)
             ((body? child)
              (set! mass (+ mass (body-mass child)))
              (set! sum
                    (point+ sum (scale (body-mass child) (body-place child)))))
             (else
              (weigh! child)
              (set! mass (+ mass (cell-mass child)))
              (set! sum
                    (point+ sum
                            (scale (cell-mass child) (cell-place child)))))))
     (cell-children cell))
    (set-cell-mass! cell mass)
    (set-cell-place! cell (scale (/ 1.0 mass) sum))))

(define (largest-coordinate bodies)
  (fold (lambda (body largest)
          (let ((place (body-place body)))
            (max largest
                 (abs (point-x place))
                 (abs (point-y place))
                 (abs (point-z place)))))
        0.0
        bodies))

(define (make-tree bodies)
  (let ((root (new-cell origin (+ 0.001 (largest-coordinate bodies)))))
    (for-each (lambda (body) (insert! root body)) bodies)
    (weigh! root)
    root))

;; Forces.

(define softening 0.0025)
(define interactions 0)

;; The attraction of a mass on a place, for each unit of mass there.
(define (attraction place mass from)
  (let* ((away (point- from place))
         (square (+ softening (dot away away)))
         (distance (sqrt square)))
    (set! interactions (+ interactions 1))
    (scale (/ mass (* square distance)) away)))

(define (force-of tree body ratio)
  (let ((place (body-place body)))
    (let visit ((node tree) (force origin))
      (cond ((not node) force)
            ((body? node)
             (if (eq? node body)
                 force
                 (point+ force
                         (attraction place
                                     (body-mass node)
                                     (body-place node)))))
            (else
             (let* ((away (point- (cell-place node) place))
                    (distance (sqrt (dot away away))))
               (if (< (* 2.0 (cell-half node)) (* ratio distance))
                   (point+ force
                           (attraction place
                                       (cell-mass node)
                                       (cell-place node)))
                   (let ((children (cell-children node)))
                     (let loop ((i 0) (force force))
                       (if (= i 8)
                           force
                           (loop (+ i 1)
                                 (visit (vector-ref children i)
                                        force))))))))))))

(define (force-of-all bodies body)
  (fold (lambda (other force)
          (if (eq? other body)
              force
              (point+ force
                      (attraction (body-place body)
                                  (body-mass other)
                                  (body-place other)))))
        origin
        bodies))

;; A step by half a kick, a drift and half a kick.

(define (kick! body time)
  (set-body-velocity! body
                      (point+ (body-velocity body)
                              (scale time (body-force body)))))

(define (drift! body time)
  (set-body-place! body
                   (point+ (body-place body)
                           (scale time (body-velocity body)))))

(define (compute-forces! bodies ratio)
  (let ((tree (make-tree bodies)))
    (for-each (lambda (body) (set-body-force! body (force-of tree body ratio)))
              bodies)))

(define (step! bodies time ratio)
  (for-each (lambda (body)
              (kick! body (* 0.5 time))
              (drift! body time))
            bodies)
  (compute-forces! bodies ratio)
  (for-each (lambda (body) (kick! body (* 0.5 time))) bodies))

(define (kinetic-energy bodies)
  (fold (lambda (body sum)
          (+ sum
             (* 0.5
                (body-mass body)
                (dot (body-velocity body) (body-velocity body)))))
        0.0
        bodies))

(define (potential-energy bodies)
  (let loop ((bodies bodies) (sum 0.0))
    (if (null? bodies)
        sum
        (loop (cdr bodies)
              (fold (lambda (other sum)
                      (let ((away (point- (body-place other)
                                          (body-place (car bodies)))))
                        (- sum
                           (/ (* (body-mass other) (body-mass (car bodies)))
                              (sqrt (+ softening (dot away away)))))))
                    sum
                    (cdr bodies))))))

(define (energy bodies) (+ (kinetic-energy bodies) (potential-energy bodies)))

(define (momentum bodies)
  (fold (lambda (body sum)
          (point+ sum (scale (body-mass body) (body-velocity body))))
        origin
        bodies))

;; A ball of bodies that turns around an axis.

(define seed 1)

(define (random-coordinate)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (- (/ (* 2.0 seed) 262139.0) 1.0))

(define (random-place)
  (let* ((x (random-coordinate))
         (y (random-coordinate))
         (z (random-coordinate))
         (place (make-point x y z)))
    (if (> (dot place place) 1.0) (random-place) place)))

(define (make-bodies count)
  (let ((mass (/ 1.0 count)))
    (let loop ((count count) (bodies '()))
      (if (= count 0)
          bodies
          (let* ((place (random-place))
                 (velocity (make-point (* -0.5 (point-y place))
                                       (* 0.5 (point-x place))
                                       0.0)))
            (loop (- count 1)
                  (cons (make-body mass place velocity origin) bodies)))))))

(define (rounded number digits)
  (exact (round (* number (expt 10.0 digits)))))

;; How far the forces of the tree are from those of all pairs, on the average.
(define (mean-error bodies)
  (/ (fold (lambda (body sum)
             (let* ((exact-force (force-of-all bodies body))
                    (difference (point- (body-force body) exact-force)))
               (+ sum
                  (sqrt (/ (dot difference difference)
                           (dot exact-force exact-force))))))
           0.0
           bodies)
     (length bodies)))

(define (benchmark size)
  (set! seed 1)
  (set! interactions 0)
  (let* ((bodies (make-bodies size))
         (before (energy bodies))
         (moved-before (momentum bodies)))
    (compute-forces! bodies 0.7)
    (do ((i 0 (+ i 1)))
        ((= i 8))
      (step! bodies 0.01 0.7))
    (let* ((after (energy bodies))
           (moved (point- (momentum bodies) moved-before)))
      (list (rounded before 4)
            (rounded (- after before) 3)
            (rounded (sqrt (dot moved moved)) 3)
            (rounded (mean-error bodies) 3)
            (rounded (point-x (body-place (car bodies))) 4)
            interactions))))
