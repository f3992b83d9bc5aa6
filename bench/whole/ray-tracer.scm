;;; A ray tracer: spheres, planes and a checkered floor, lights with shadows, reflection and
;;; refraction; points and colours are records of floats.

(define-record-type vector3
  (vec x y z)
  vec?
  (x vec-x)
  (y vec-y)
  (z vec-z))

(define (vec+ a b)
  (vec (+ (vec-x a) (vec-x b)) (+ (vec-y a) (vec-y b)) (+ (vec-z a) (vec-z b))))

(define (vec- a b)
  (vec (- (vec-x a) (vec-x b)) (- (vec-y a) (vec-y b)) (- (vec-z a) (vec-z b))))

(define (vec-scale factor a)
  (vec (* factor (vec-x a)) (* factor (vec-y a)) (* factor (vec-z a))))

(define (vec* a b)
  (vec (* (vec-x a) (vec-x b)) (* (vec-y a) (vec-y b)) (* (vec-z a) (vec-z b))))

(define (dot a b)
  (+ (* (vec-x a) (vec-x b)) (* (vec-y a) (vec-y b)) (* (vec-z a) (vec-z b))))

(define (cross a b)
  (vec (- (* (vec-y a) (vec-z b)) (* (vec-z a) (vec-y b)))
       (- (* (vec-z a) (vec-x b)) (* (vec-x a) (vec-z b)))
       (- (* (vec-x a) (vec-y b)) (* (vec-y a) (vec-x b)))))

(define (unit a) (vec-scale (/ 1.0 (sqrt (dot a a))) a))

(define black (vec 0.0 0.0 0.0))

(define-record-type ray
  (make-ray origin direction)
  ray?
  (origin ray-origin)
  (direction ray-direction))

(define (point-on ray distance)
  (vec+ (ray-origin ray) (vec-scale distance (ray-direction ray))))

(define-record-type material
  (make-material colour diffuse specular reflection transparency)
  material?
  (colour material-colour)
  (diffuse material-diffuse)
  (specular material-specular)
  (reflection material-reflection)
  (transparency material-transparency))

;; A shape knows how to find the nearest distance along a ray, or #f, the normal at a point
;; and the material there.
(define-record-type shape
  (make-shape distance normal material)
  shape?
  (distance shape-distance)
  (normal shape-normal)
  (material shape-material))

(define tiny 0.0001)

(define (sphere centre radius material)
  (make-shape
   (lambda (ray)
     (let* ((to-centre (vec- centre (ray-origin ray)))
            (along (dot to-centre (ray-direction ray)))
            (beside (- (dot to-centre to-centre) (* along along)))
            (rest (- (* radius radius) beside)))
       (and (> rest 0.0)
            (let* ((half (sqrt rest))
                   (near (- along half))
                   (far (+ along half)))
              (cond ((> near tiny) near)
                    ((> far tiny) far)
                    (else #f))))))
   (lambda (point) (vec-scale (/ 1.0 radius) (vec- point centre)))
   (lambda (point) material)))

(define (plane normal offset material-at)
  (make-shape
   (lambda (ray)
     (let ((slope (dot normal (ray-direction ray))))
       (and (> (abs slope) tiny)
            (let ((distance (/ (- offset (dot normal (ray-origin ray))) slope)))
              (and (> distance tiny) distance)))))
   (lambda (point) normal)
   material-at))

(define white-tile (make-material (vec 0.9 0.9 0.85) 0.8 0.1 0.1 0.0))
(define dark-tile (make-material (vec 0.15 0.2 0.25) 0.8 0.2 0.3 0.0))
(define sky-wall (make-material (vec 0.3 0.4 0.8) 0.9 0.0 0.0 0.0))

(define (tile-at point)
  (let ((column (exact (floor (vec-x point))))
        (row (exact (floor (vec-z point)))))
    (if (even? (+ column row)) white-tile dark-tile)))

(define (make-scene)
  (append
   (list (plane (vec 0.0 1.0 0.0) -1.0 tile-at)
         (plane (vec 0.0 0.0 1.0) 12.0 (lambda (point) sky-wall))
         (sphere (vec 0.0 0.5 4.0)
                 1.5
                 (make-material (vec 0.9 0.3 0.2) 0.6 0.6 0.3 0.0))
         (sphere (vec -1.6 0.0 2.2)
                 0.7
                 (make-material (vec 0.9 0.9 1.0) 0.2 0.8 0.1 0.8)))
   (let loop ((count 0) (spheres '()))
     (if (= count 7)
         spheres
         (let ((angle (* count 0.8975979)))
           (loop (+ count 1)
                 (cons (sphere (vec (* 3.0 (cos angle))
                                    (- (* 0.2 count) 0.7)
                                    (+ 4.5 (* 2.0 (sin angle))))
                               0.45
                               (make-material (vec 0.4 (/ count 7.0) 0.6)
                                              0.8
                                              0.4
                                              0.2
                                              0.0))
                       spheres)))))))

(define lights
  (list (cons (vec -4.0 6.0 -2.0) (vec 0.8 0.8 0.7))
        (cons (vec 5.0 4.0 0.0) (vec 0.3 0.3 0.4))))

;; The nearest shape and its distance, or two #f.
(define (nearest ray scene)
  (let loop ((shapes scene) (best #f) (best-distance #f))
    (if (null? shapes)
        (values best best-distance)
        (let ((distance ((shape-distance (car shapes)) ray)))
          (if (and distance (or (not best) (< distance best-distance)))
              (loop (cdr shapes) (car shapes) distance)
              (loop (cdr shapes) best best-distance))))))

(define (shadowed? point direction limit scene)
  (let ((ray (make-ray point direction)))
    (any (lambda (shape)
           (let ((distance ((shape-distance shape) ray)))
             (and distance (< distance limit))))
         scene)))

(define (reflect direction normal)
  (vec- direction (vec-scale (* 2.0 (dot direction normal)) normal)))

;; The direction behind a surface of glass, or #f for total reflection.
(define (refract direction normal)
  (let* ((inside? (> (dot direction normal) 0.0))
         (normal (if inside? (vec-scale -1.0 normal) normal))
         (ratio (if inside? 1.3 (/ 1.0 1.3)))
         (cosine (- (dot direction normal)))
         (rest (- 1.0 (* ratio ratio (- 1.0 (* cosine cosine))))))
    (and (> rest 0.0)
         (unit (vec+ (vec-scale ratio direction)
                     (vec-scale (- (* ratio cosine) (sqrt rest)) normal))))))

(define rays 0)

(define (trace-ray ray scene depth)
  (set! rays (+ rays 1))
  (if (= depth 0)
      black
      (let-values (((shape distance) (nearest ray scene)))
        (if shape
            (shade ray shape (point-on ray distance) scene depth)
            (vec 0.1 0.1 (+ 0.2 (* 0.2 (abs (vec-y (ray-direction ray))))))))))

(define (shade ray shape point scene depth)
  (let* ((normal ((shape-normal shape) point))
         (material ((shape-material shape) point))
         (mirrored (reflect (ray-direction ray) normal))
         (local (fold (lambda (light colour)
                        (vec+ colour
                              (lit light point normal mirrored material scene)))
                      (vec-scale 0.1 (material-colour material))
                      lights))
         (reflected
          (if (> (material-reflection material) 0.0)
              (vec-scale (material-reflection material)
                         (trace-ray (make-ray point mirrored)
                                    scene
                                    (- depth 1)))
              black))
         (through
          (if (> (material-transparency material) 0.0)
              (let ((direction (refract (ray-direction ray) normal)))
                (if direction
                    (vec-scale (material-transparency material)
                               (trace-ray (make-ray point direction)
                                          scene
                                          (- depth 1)))
                    black))
              black)))
    (vec+ local (vec+ reflected through))))

;; What a light adds.
(define (lit light point normal mirrored material scene)
  (let* ((to-light (vec- (car light) point))
         (limit (sqrt (dot to-light to-light)))
         (direction (unit to-light))
         (slope (dot direction normal)))
    (if (or (<= slope 0.0) (shadowed? point direction limit scene))
        black
        (let* ((shine (max 0.0 (dot direction mirrored)))
               (shine (* shine shine shine shine)))
          (vec+ (vec* (cdr light)
                      (vec-scale (* slope (material-diffuse material))
                                 (material-colour material)))
                (vec-scale (* shine shine (material-specular material))
                           (cdr light)))))))

(define (byte value) (exact (floor (* 255.0 (min 1.0 (max 0.0 value))))))

;; The picture as a vector of rows, each a bytevector of red, green and blue.
(define (render width height)
  (let* ((scene (make-scene))
         (eye (vec 0.5 1.2 -4.0))
         (forward (unit (vec- (vec 0.0 0.3 4.0) eye)))
         (right (unit (cross (vec 0.0 1.0 0.0) forward)))
         (up (cross forward right))
         (picture (make-vector height)))
    (do ((row 0 (+ row 1)))
        ((= row height) picture)
      (let ((pixels (make-bytevector (* 3 width) 0)))
        (vector-set! picture row pixels)
        (do ((column 0 (+ column 1)))
            ((= column width))
          (let* ((x (* 1.2 (- (/ column (inexact width)) 0.5)))
                 (y (* 0.9 (- 0.5 (/ row (inexact height)))))
                 (direction (unit (vec+ forward
                                        (vec+ (vec-scale x right)
                                              (vec-scale y up)))))
                 (colour (trace-ray (make-ray eye direction) scene 4)))
            (bytevector-u8-set! pixels (* 3 column) (byte (vec-x colour)))
            (bytevector-u8-set! pixels (+ 1 (* 3 column)) (byte (vec-y colour)))
            (bytevector-u8-set! pixels
                                (+ 2 (* 3 column))
                                (byte (vec-z colour)))))))))

(define (benchmark width)
  (set! rays 0)
  (let* ((height (quotient (* 3 width) 4)) (picture (render width height)))
    (let loop ((row 0) (sum 0) (brightest 0))
      (if (= row height)
          (list rays (quotient sum (* 3 width height)) brightest)
          (let ((pixels (vector-ref picture row)))
            (let inner ((i 0) (sum sum) (brightest brightest))
              (if (= i (bytevector-length pixels))
                  (loop (+ row 1) sum brightest)
                  (let ((value (bytevector-u8-ref pixels i)))
                    (inner (+ i 1) (+ sum value) (max brightest value))))))))))
