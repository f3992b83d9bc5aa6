;;; Flonums in loops: how many points of a square belong to the set of Mandelbrot.

(define (steps real imaginary limit)
  (let loop ((x 0.0) (y 0.0) (count 0))
    (let ((xx (* x x)) (yy (* y y)))
      (if (or (= count limit) (> (+ xx yy) 4.0))
          count
          (loop (+ (- xx yy) real)
                (+ (* 2.0 x y) imaginary)
                (+ count 1))))))

(define (benchmark size)
  (let ((step (/ 2.5 (inexact size))))
    (let rows ((row 0) (inside 0))
      (if (= row size)
          inside
          (let columns ((column 0) (inside inside))
            (if (= column size)
                (rows (+ row 1) inside)
                (columns (+ column 1)
                         (if (= 64
                                (steps (- (* step (inexact column)) 2.0)
                                       (- (* step (inexact row)) 1.25)
                                       64))
                             (+ inside 1)
                             inside))))))))
