;;; Records and procedures kept in them: shapes that answer messages.

(define-record-type shape
  (make-shape name area scale)
  shape?
  (name shape-name)
  (area shape-area)
  (scale shape-scale))

(define (square-shape side)
  (make-shape 'square
              (lambda () (* side side))
              (lambda (factor) (square-shape (* factor side)))))

(define (rectangle-shape width height)
  (make-shape 'rectangle
              (lambda () (* width height))
              (lambda (factor)
                (rectangle-shape (* factor width) (* factor height)))))

(define (group-shape shapes)
  (make-shape 'group
              (lambda ()
                (let loop ((left shapes) (sum 0))
                  (if (null? left)
                      sum
                      (loop (cdr left) (+ sum ((shape-area (car left))))))))
              (lambda (factor)
                (group-shape
                 (map (lambda (shape) ((shape-scale shape) factor)) shapes)))))

(define (weight shape)
  (case (shape-name shape)
    ((square) 1)
    ((rectangle) 2)
    (else 5)))

(define (benchmark size)
  (let ((shapes (list (square-shape 2)
                      (rectangle-shape 3 4)
                      (group-shape (list (square-shape 1)
                                         (rectangle-shape 1 2)
                                         (square-shape 3))))))
    (let loop ((count 0) (sum 0))
      (if (= count size)
          sum
          (loop (+ count 1)
                (let each ((left shapes) (sum sum))
                  (if (null? left)
                      sum
                      (let ((larger ((shape-scale (car left)) 2)))
                        (each (cdr left)
                              (remainder (+ sum
                                            (* (weight larger)
                                               ((shape-area larger))))
                                         1000003))))))))))
