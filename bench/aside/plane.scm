;;; Geometry of points in the plane: a k-d tree for neighbours and ranges, hulls by two
;;; algorithms, Delaunay triangles, the closest pair; exact, in integers.

(define-record-type point
  (make-point x y)
  point?
  (x point-x)
  (y point-y))

(define (square-distance one other)
  (let ((x (- (point-x one) (point-x other)))
        (y (- (point-y one) (point-y other))))
    (+ (* x x) (* y y))))

;; Twice the area of the triangle, positive if it goes to the left.
(define (turn a b c)
  (- (* (- (point-x b) (point-x a)) (- (point-y c) (point-y a)))
     (* (- (point-y b) (point-y a)) (- (point-x c) (point-x a)))))

(define (by-x? one other)
  (or (< (point-x one) (point-x other))
      (and (= (point-x one) (point-x other))
           (< (point-y one) (point-y other)))))

(define (by-y? one other)
  (or (< (point-y one) (point-y other))
      (and (= (point-y one) (point-y other))
           (< (point-x one) (point-x other)))))

;; A k-d tree: #f or a node, whose left is smaller in the coordinate of its level.

(define-record-type node
  (make-node point left right)
  node?
  (point node-point)
  (left node-left)
  (right node-right))

(define (take list count)
  (if (= count 0) '() (cons (car list) (take (cdr list) (- count 1)))))

(define (make-tree points by-first?)
  (if (null? points)
      #f
      (let* ((sorted (list-sort (if by-first? by-x? by-y?) points))
             (half (quotient (length sorted) 2))
             (right (list-tail sorted half)))
        (make-node (car right)
                   (make-tree (take sorted half) (not by-first?))
                   (make-tree (cdr right) (not by-first?))))))

(define visits 0)

;; The point of the tree nearest to the target, but not at the target itself.
(define (nearest tree target)
  (let visit ((tree tree) (by-first? #t) (best #f))
    (if (not tree)
        best
        (let* ((point (node-point tree))
               (away (- (if by-first? (point-x target) (point-y target))
                        (if by-first? (point-x point) (point-y point))))
               (near (if (< away 0) (node-left tree) (node-right tree)))
               (far (if (< away 0) (node-right tree) (node-left tree)))
               (here (square-distance point target))
               (best (if (and (> here 0)
                              (or (not best)
                                  (< here (square-distance best target))))
                         point
                         best))
               (best (visit near (not by-first?) best)))
          (set! visits (+ visits 1))
          (if (or (not best) (< (* away away) (square-distance best target)))
              (visit far (not by-first?) best)
              best)))))

;; How many points are in the rectangle.
(define (count-in tree left bottom right top)
  (let visit ((tree tree) (by-first? #t))
    (if (not tree)
        0
        (let* ((x (point-x (node-point tree)))
               (y (point-y (node-point tree)))
               (value (if by-first? x y))
               (low (if by-first? left bottom))
               (high (if by-first? right top)))
          (+ (if (and (<= left x right) (<= bottom y top)) 1 0)
             (if (<= low value) (visit (node-left tree) (not by-first?)) 0)
             (if (>= high value)
                 (visit (node-right tree) (not by-first?))
                 0))))))

(define (brute-nearest points target)
  (fold (lambda (point best)
          (let ((distance (square-distance point target)))
            (if (and (> distance 0) (or (not best) (< distance best)))
                distance
                best)))
        #f
        points))

;; The convex hull, by a chain below and one above.
(define (chain points)
  (let loop ((points points) (hull '()))
    (cond ((null? points) hull)
          ((and (pair? hull)
                (pair? (cdr hull))
                (<= (turn (cadr hull) (car hull) (car points)) 0))
           (loop points (cdr hull)))
          (else (loop (cdr points) (cons (car points) hull))))))

(define (hull points)
  (let* ((sorted (list-sort by-x? points))
         (lower (chain sorted))
         (upper (chain (reverse sorted))))
    (append (cdr lower) (cdr upper))))

;; The same by dividing: the points outside of a line, and the furthest of them.
(define (quick-hull points)
  (let* ((sorted (list-sort by-x? points))
         (first (car sorted))
         (last (list-ref sorted (- (length sorted) 1))))
    (define (outside a b points)
      (filter (lambda (point) (< (turn a b point) 0)) points))
    (define (between a b points)
      (if (null? points)
          '()
          (let ((furthest
                 (fold (lambda (point best)
                         (if (< (turn a b point) (turn a b best)) point best))
                       (car points)
                       (cdr points))))
            (append (between a furthest (outside a furthest points))
                    (list furthest)
                    (between furthest b (outside furthest b points))))))
    (append (list first)
            (between first last (outside first last sorted))
            (list last)
            (between last first (outside last first sorted)))))

(define (same-points? one other)
  (let ((one (list-sort by-x? one)) (other (list-sort by-x? other)))
    (and (= (length one) (length other))
         (every (lambda (pair)
                  (= 0 (square-distance (car pair) (cdr pair))))
                (map cons one other)))))

(define (double-area polygon)
  (let ((first (car polygon)))
    (let loop ((rest (cdr polygon)) (sum 0))
      (if (null? (cdr rest))
          (abs sum)
          (loop (cdr rest) (+ sum (turn first (car rest) (cadr rest))))))))

;; Delaunay triangles by adding one point after the other (Bowyer and Watson).

(define-record-type triangle
  (make-triangle a b c)
  triangle?
  (a triangle-a)
  (b triangle-b)
  (c triangle-c))

;; Whether the point is in the circle around the triangle, which goes to the left.
(define (in-circle? triangle point)
  (define (x corner) (- (point-x corner) (point-x point)))
  (define (y corner) (- (point-y corner) (point-y point)))
  (let* ((a (triangle-a triangle))
         (b (triangle-b triangle))
         (c (triangle-c triangle))
         (ax (x a))
         (ay (y a))
         (bx (x b))
         (by (y b))
         (cx (x c))
         (cy (y c)))
    (> (+ (* (+ (* ax ax) (* ay ay)) (- (* bx cy) (* cx by)))
          (* (+ (* bx bx) (* by by)) (- (* cx ay) (* ax cy)))
          (* (+ (* cx cx) (* cy cy)) (- (* ax by) (* bx ay))))
       0)))

(define (left-triangle a b c)
  (if (> (turn a b c) 0) (make-triangle a b c) (make-triangle a c b)))

(define (sides triangle)
  (let ((a (triangle-a triangle))
        (b (triangle-b triangle))
        (c (triangle-c triangle)))
    (list (cons a b) (cons b c) (cons c a))))

;; The sides of a set of triangles that are in one of them only.
(define (border triangles)
  (let ((all (apply append (map sides triangles))))
    (filter (lambda (side)
              (not (any (lambda (other)
                          (and (eq? (car side) (cdr other))
                               (eq? (cdr side) (car other))))
                        all)))
            all)))

(define (add-point triangles point)
  (let loop ((left triangles) (bad '()) (good '()))
    (cond ((null? left)
           (fold (lambda (side triangles)
                   (if (= 0 (turn (car side) (cdr side) point))
                       triangles
                       (cons (left-triangle (car side) (cdr side) point)
                             triangles)))
                 good
                 (border bad)))
          ((in-circle? (car left) point)
           (loop (cdr left) (cons (car left) bad) good))
          (else (loop (cdr left) bad (cons (car left) good))))))

(define (delaunay points size)
  (let* ((far (* 40 size))
         (one (make-point (- far) (- far)))
         (two (make-point far (- far)))
         (three (make-point 0 far))
         (outer (list one two three)))
    (let loop ((points points)
               (triangles (list (left-triangle one two three))))
      (if (null? points)
          (filter (lambda (triangle)
                    (not (or (memq (triangle-a triangle) outer)
                             (memq (triangle-b triangle) outer)
                             (memq (triangle-c triangle) outer))))
                  triangles)
          (loop (cdr points) (add-point triangles (car points)))))))

(define (double-triangle-area triangle)
  (turn (triangle-a triangle) (triangle-b triangle) (triangle-c triangle)))

;; The closest pair by dividing; the lists are sorted by x and by y.
(define (closest-pair points)
  (let divide ((by-x (list-sort by-x? points)) (by-y (list-sort by-y? points)))
    (let ((count (length by-x)))
      (if (<= count 3)
          (smallest-distance by-x)
          (let* ((half (quotient count 2))
                 (right (list-tail by-x half))
                 (middle (car right))
                 (one (divide (take by-x half)
                              (filter (lambda (point) (by-x? point middle))
                                      by-y)))
                 (other (divide right
                                (filter (lambda (point)
                                          (not (by-x? point middle)))
                                        by-y)))
                 (best (min one other)))
            (strip (filter (lambda (point)
                             (let ((away (- (point-x point) (point-x middle))))
                               (< (* away away) best)))
                           by-y)
                   best))))))

(define (smallest-distance points)
  (let loop ((points points) (best 1000000000))
    (if (null? points)
        best
        (loop (cdr points)
              (fold (lambda (other best)
                      (min best (square-distance (car points) other)))
                    best
                    (cdr points))))))

(define (strip points best)
  (if (null? points)
      best
      (let loop ((others (cdr points)) (best best))
        (if (or (null? others)
                (let ((away (- (point-y (car others)) (point-y (car points)))))
                  (>= (* away away) best)))
            (strip (cdr points) best)
            (loop (cdr others)
                  (min best (square-distance (car points) (car others))))))))

;; Points at random, none twice.

(define seed 1)

(define (random-below limit)
  (set! seed (remainder (+ (* seed 3877) 7919) 262139))
  (quotient (* seed limit) 262139))

(define (random-points count size)
  (let ((used (make-hash-table)))
    (let loop ((count count) (points '()))
      (if (= count 0)
          points
          (let* ((x (random-below size))
                 (y (random-below size))
                 (key (+ x (* y size))))
            (if (hash-table-ref/default used key #f)
                (loop count points)
                (begin
                  (hash-table-set! used key #t)
                  (loop (- count 1) (cons (make-point x y) points)))))))))

(define (benchmark count)
  (set! seed 1)
  (set! visits 0)
  (let* ((size 2000)
         (points (random-points count size))
         (tree (make-tree points #t))
         (targets (random-points count size))
         (distances (map (lambda (target)
                           (square-distance target (nearest tree target)))
                         targets))
         (some (take targets (min 20 count)))
         (border (hull points))
         (other-border (quick-hull points))
         (triangles
          (delaunay (take points (min count (+ 20 (quotient count 4))))
                    size))
         (ranges (map (lambda (corner)
                        (let ((x (point-x corner)) (y (point-y corner)))
                          (count-in tree x y (+ x 300) (+ y 200))))
                      targets)))
    (list (apply + distances)
          (every (lambda (pair)
                   (= (car pair) (brute-nearest points (cdr pair))))
                 (map cons (take distances (length some)) some))
          (< visits (* count count))
          (apply + ranges)
          (length border)
          (same-points? border other-border)
          (double-area border)
          (length triangles)
          (apply + (map double-triangle-area triangles))
          (closest-pair points))))
