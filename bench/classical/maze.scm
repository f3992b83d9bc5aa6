;;; Vectors and randomness: a maze made by joining sets of cells, and the way through it.

(define (find-root sets cell)
  (let ((parent (vector-ref sets cell)))
    (if (= parent cell)
        cell
        (let ((root (find-root sets parent)))
          (vector-set! sets cell root)
          root))))

(define (next seed) (remainder (* 16807 seed) 2147483647))

;; All walls between neighbours as pairs of cells, shuffled.
(define (walls size)
  (let* ((count (* 2 size (- size 1)))
         (walls (make-vector count #f)))
    (let loop ((cell 0) (index 0))
      (if (< cell (* size size))
          (let* ((right? (< (remainder cell size) (- size 1)))
                 (down? (< (quotient cell size) (- size 1)))
                 (middle (if right? (+ index 1) index)))
            (if right? (vector-set! walls index (cons cell (+ cell 1))))
            (if down? (vector-set! walls middle (cons cell (+ cell size))))
            (loop (+ cell 1) (if down? (+ middle 1) middle)))))
    (let shuffle ((index (- count 1)) (seed 99))
      (if (> index 0)
          (let* ((other (remainder seed (+ index 1)))
                 (wall (vector-ref walls index)))
            (vector-set! walls index (vector-ref walls other))
            (vector-set! walls other wall)
            (shuffle (- index 1) (next seed)))))
    walls))

;; For each cell the cells that can be entered from it.
(define (make-maze size)
  (let* ((cells (* size size))
         (sets (make-vector cells 0))
         (doors (make-vector cells '())))
    (do ((cell 0 (+ cell 1)))
        ((= cell cells))
      (vector-set! sets cell cell))
    (vector-for-each
     (lambda (wall)
       (let ((one (find-root sets (car wall)))
             (other (find-root sets (cdr wall))))
         (if (not (= one other))
             (begin
               (vector-set! sets one other)
               (vector-set! doors (car wall)
                            (cons (cdr wall) (vector-ref doors (car wall))))
               (vector-set! doors (cdr wall)
                            (cons (car wall) (vector-ref doors (cdr wall))))))))
     (walls size))
    doors))

;; The steps from a cell to the last one, coming from `before`; #f if it is not this way.
(define (way doors cell before steps)
  (if (= cell (- (vector-length doors) 1))
      steps
      (let loop ((to (vector-ref doors cell)))
        (cond ((null? to) #f)
              ((= (car to) before) (loop (cdr to)))
              ((way doors (car to) cell (+ steps 1)))
              (else (loop (cdr to)))))))

(define (benchmark size) (way (make-maze size) 0 -1 0))
