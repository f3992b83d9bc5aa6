;;; The geometry of chain molecules: atoms are put by bond length, bond angle and torsion, all
;;; torsions are tried with backtracking so that no sites collide and ends come together, and
;;; the conformations that are found are compared after they are moved onto each other.

(define-record-type point
  (make-point x y z)
  point?
  (x point-x)
  (y point-y)
  (z point-z))

;; A motion: a rotation, as a vector of nine, and a translation.
(define-record-type motion
  (make-motion rotation shift)
  motion?
  (rotation motion-rotation)
  (shift motion-shift))

(define origin (make-point 0.0 0.0 0.0))

(define identity-motion
  (make-motion (vector 1.0 0.0 0.0 0.0 1.0 0.0 0.0 0.0 1.0) origin))

(define (rotate rotation point)
  (define (row i)
    (+ (* (vector-ref rotation i) (point-x point))
       (* (vector-ref rotation (+ i 1)) (point-y point))
       (* (vector-ref rotation (+ i 2)) (point-z point))))
  (make-point (row 0) (row 3) (row 6)))

(define (add one other)
  (make-point (+ (point-x one) (point-x other))
              (+ (point-y one) (point-y other))
              (+ (point-z one) (point-z other))))

(define (subtract one other)
  (make-point (- (point-x one) (point-x other))
              (- (point-y one) (point-y other))
              (- (point-z one) (point-z other))))

(define (move motion point)
  (add (rotate (motion-rotation motion) point) (motion-shift motion)))

(define (compose-rotations one other)
  (let ((product (make-vector 9 0.0)))
    (do ((row 0 (+ row 1)))
        ((= row 3) product)
      (do ((column 0 (+ column 1)))
          ((= column 3))
        (do ((k 0 (+ k 1))
             (sum
              0.0
              (+ sum
                 (* (vector-ref one (+ (* 3 row) k))
                    (vector-ref other (+ (* 3 k) column))))))
            ((= k 3)
             (vector-set! product (+ (* 3 row) column) sum)))))))

;; First the other, then the one.
(define (compose one other)
  (make-motion (compose-rotations (motion-rotation one) (motion-rotation other))
               (move one (motion-shift other))))

(define (around-x angle)
  (let ((c (cos angle)) (s (sin angle)))
    (vector 1.0 0.0 0.0 0.0 c (- s) 0.0 s c)))

(define (around-z angle)
  (let ((c (cos angle)) (s (sin angle)))
    (vector c (- s) 0.0 s c 0.0 0.0 0.0 1.0)))

(define (transposed rotation)
  (let ((at (lambda (i) (vector-ref rotation i))))
    (vector (at 0) (at 3) (at 6) (at 1) (at 4) (at 7) (at 2) (at 5) (at 8))))

(define (inverse motion)
  (let ((rotation (transposed (motion-rotation motion))))
    (make-motion rotation
                 (subtract origin (rotate rotation (motion-shift motion))))))

(define (squared-distance one other)
  (let ((difference (subtract one other)))
    (+ (* (point-x difference) (point-x difference))
       (* (point-y difference) (point-y difference))
       (* (point-z difference) (point-z difference)))))

;;; Atoms.

(define-record-type kind
  (make-kind name bond radius)
  kind?
  (name kind-name)
  (bond kind-bond)
  (radius kind-radius))

(define carbon (make-kind 'carbon 1.54 1.15))
(define oxygen (make-kind 'oxygen 1.43 1.05))
(define nitrogen (make-kind 'nitrogen 1.47 1.10))

(define-record-type site
  (make-site kind place frame torsion)
  site?
  (kind site-kind)
  (place site-place)
  (frame site-frame)
  (torsion site-torsion))

(define pi 3.141592653589793)
(define bond-angle (* pi (/ 70.5 180.0)))
(define torsions (list pi (/ pi 3.0) (- (/ pi 3.0))))

;; The site that follows a frame with this torsion.
(define (next-site frame kind torsion)
  (let* ((turn (make-motion (compose-rotations (around-x torsion)
                                               (around-z bond-angle))
                            origin))
         (step (make-motion (motion-rotation identity-motion)
                            (make-point (kind-bond kind) 0.0 0.0)))
         (frame (compose frame (compose turn step))))
    (make-site kind (motion-shift frame) frame torsion)))

(define collisions 0)

;; Whether the site is far enough from all but its neighbours.
(define (fits? site placed)
  (or (null? placed)
      (null? (cdr placed))
      (let loop ((others (cddr placed)))
        (or (null? others)
            (let ((least (+ (kind-radius (site-kind site))
                            (kind-radius (site-kind (car others))))))
              (if (< (squared-distance (site-place site)
                                       (site-place (car others)))
                     (* least least))
                  (begin
                    (set! collisions (+ collisions 1))
                    #f)
                  (loop (cdr others))))))))

;; Whether the ends can still come together, if that is asked for.
(define (in-reach? site first left)
  (let ((reach (+ 3.0 (* 1.54 left))))
    (< (squared-distance (site-place site) (site-place first))
       (* reach reach))))

;; Calls `found` with each conformation, a list of sites with the last first.
(define (search kinds ring? found)
  (let ((first (make-site (car kinds) origin identity-motion 0.0)))
    (let extend ((kinds (cdr kinds))
                 (placed (list first))
                 (left (length (cdr kinds))))
      (if (null? kinds)
          (found placed)
          (for-each
           (lambda (torsion)
             (let ((site
                    (next-site (site-frame (car placed)) (car kinds) torsion)))
               (if (and (fits? site placed)
                        (or (not ring?) (in-reach? site first (- left 1))))
                   (extend (cdr kinds) (cons site placed) (- left 1)))))
           torsions)))))

(define (conformations kinds ring?)
  (let ((all '()))
    (search kinds
            ring?
            (lambda (placed) (set! all (cons (reverse placed) all))))
    all))

(define (first-conformation kinds ring?)
  (call-with-current-continuation
   (lambda (return)
     (search kinds ring? (lambda (placed) (return (reverse placed))))
     #f)))

;;; What is told of a conformation.

(define (centre sites)
  (let loop ((sites sites) (sum origin) (count 0))
    (if (null? sites)
        (make-point (/ (point-x sum) count)
                    (/ (point-y sum) count)
                    (/ (point-z sum) count))
        (loop (cdr sites) (add sum (site-place (car sites))) (+ count 1)))))

;; The mean squared distance from the centre.
(define (spread sites)
  (let ((centre (centre sites)))
    (/ (apply
        +
        (map (lambda (site) (squared-distance centre (site-place site))) sites))
       (length sites))))

;; How different two conformations are when the middle sites are put onto each other.
(define (difference one other)
  (let* ((middle (quotient (length one) 2))
         (onto (compose (site-frame (list-ref other middle))
                        (inverse (site-frame (list-ref one middle))))))
    (let loop ((ones one) (others other) (sum 0.0))
      (if (null? ones)
          (sqrt (/ sum (length one)))
          (loop (cdr ones)
                (cdr others)
                (+ sum
                   (squared-distance (move onto (site-place (car ones)))
                                     (site-place (car others)))))))))

(define (chain length)
  (let loop ((count 0) (kinds '()))
    (if (= count length)
        (reverse kinds)
        (loop (+ count 1)
              (cons (case (remainder count 5)
                      ((3) oxygen)
                      ((4) nitrogen)
                      (else carbon))
                    kinds)))))

(define (thousandths number) (exact (round (* 1000.0 number))))

(define (nearest-to one others)
  (let loop ((others others) (best 1000.0))
    (if (null? others)
        best
        (loop (cdr others)
              (if (eq? one (car others))
                  best
                  (min best (difference one (car others))))))))

(define (take-some list count)
  (if (or (= count 0) (null? list))
      '()
      (cons (car list) (take-some (cdr list) (- count 1)))))

(define (benchmark length)
  (set! collisions 0)
  (let* ((kinds (chain length))
         (rings (conformations kinds #t))
         (open (conformations (chain (- length 2)) #f))
         (some (take-some open 25))
         (first (first-conformation kinds #t)))
    (list (apply + (map (lambda (rings) 1) rings))
          (apply + (map (lambda (open) 1) open))
          collisions
          (thousandths (apply max (map spread some)))
          (thousandths (apply min (map spread some)))
          (thousandths
           (apply max (map (lambda (one) (nearest-to one some)) some)))
          (and first (thousandths (spread first))))))
