;;; Flonum comparisons: how many points of a grid lie within a polygon.

(define xs (vector 0.0 1.0 1.0 0.3 0.6 -0.2 -0.7 -0.4 -1.0 -0.2))
(define ys (vector 0.0 -0.2 0.7 0.4 1.0 0.8 1.0 0.1 -0.6 -1.0))

;; A ray to the right crosses the edges of the polygon an odd number of times.
(define (inside? x y)
  (let loop ((index 0) (previous (- (vector-length xs) 1)) (odd? #f))
    (if (= index (vector-length xs))
        odd?
        (let ((x1 (vector-ref xs index))
              (y1 (vector-ref ys index))
              (x2 (vector-ref xs previous))
              (y2 (vector-ref ys previous)))
          (loop (+ index 1)
                index
                (if (and (or (and (<= y1 y) (< y y2))
                             (and (<= y2 y) (< y y1)))
                         (< x (+ x1 (/ (* (- x2 x1) (- y y1)) (- y2 y1)))))
                    (not odd?)
                    odd?))))))

(define (benchmark size)
  (let ((step (/ 2.0 (inexact size))))
    (let rows ((row 0) (count 0))
      (if (= row size)
          count
          (let columns ((column 0) (count count))
            (if (= column size)
                (rows (+ row 1) count)
                (columns (+ column 1)
                         (if (inside? (- (* step (inexact column)) 1.0)
                                      (- (* step (inexact row)) 1.0))
                             (+ count 1)
                             count))))))))
