;;; Backtracking over small vectors: solitaire on a triangular board of fifteen holes.
;;; How many ways of play leave one peg, beginning with a given hole free.

;; Jumps as from, over, to.
(define jumps
  (let* ((number
          (lambda (row column) (+ (quotient (* row (+ row 1)) 2) column)))
         (inside? (lambda (row column) (and (<= 0 row 4) (<= 0 column row))))
         (steps '((0 . 1) (0 . -1) (1 . 0) (-1 . 0) (1 . 1) (-1 . -1))))
    (let rows ((row 0) (found '()))
      (if (> row 4)
          (list->vector found)
          (let columns ((column 0) (found found))
            (if (> column row)
                (rows (+ row 1) found)
                (let tries ((left steps) (found found))
                  (if (null? left)
                      (columns (+ column 1) found)
                      (let* ((down (caar left))
                             (right (cdar left))
                             (to-row (+ row down down))
                             (to-column (+ column right right)))
                        (tries (cdr left)
                               (if (inside? to-row to-column)
                                   (cons (vector (number row column)
                                                 (number (+ row down)
                                                         (+ column right))
                                                 (number to-row to-column))
                                         found)
                                   found)))))))))))

(define (count-plays board pegs)
  (if (= pegs 1)
      1
      (let loop ((index 0) (total 0))
        (if (= index (vector-length jumps))
            total
            (let* ((jump (vector-ref jumps index))
                   (from (vector-ref jump 0))
                   (over (vector-ref jump 1))
                   (to (vector-ref jump 2)))
              (if (and (= 1 (vector-ref board from))
                       (= 1 (vector-ref board over))
                       (= 0 (vector-ref board to)))
                  (begin
                    (vector-set! board from 0)
                    (vector-set! board over 0)
                    (vector-set! board to 1)
                    (let ((more (count-plays board (- pegs 1))))
                      (vector-set! board from 1)
                      (vector-set! board over 1)
                      (vector-set! board to 0)
                      (loop (+ index 1) (+ total more))))
                  (loop (+ index 1) total)))))))

;; With so many pegs at the beginning, in the first holes but the one in the middle.
(define (benchmark size)
  (let ((board (make-vector 15 0)))
    (do ((index 0 (+ index 1)))
        ((= index (+ size 1)))
      (vector-set! board index 1))
    (vector-set! board 4 0)
    (count-plays board size)))
