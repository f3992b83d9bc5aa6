;;; Lists, comparisons, small integers: the score of the best local alignment
;;; of two texts of 600 letters (Smith and Waterman). Match 2, mismatch -1,
;;; gap -1. The matrix is made row by row, each row a list.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define (letters count seed)
  (let loop ((count count) (seed seed) (result '()))
    (if (= count 0)
        result
        (let ((next (next-random seed)))
          (loop (- count 1)
                next
                (cons (string-ref "ACGT" (quotient (remainder next 400) 100))
                      result))))))

(define (larger a b) (if (< a b) b a))

;; The row of `letter`. `above` is the row before it from the column on,
;; `diagonal` and `left` the scores on the left of that column.
(define (next-row letter others above diagonal left)
  (if (null? others)
      '()
      (let* ((score (if (char=? letter (car others)) 2 -1))
             (gap (- (larger (car above) left) 1))
             (cell (larger 0 (larger (+ diagonal score) gap))))
        (cons cell
              (next-row letter (cdr others) (cdr above) (car above) cell)))))

(define (largest row best)
  (if (null? row)
      best
      (largest (cdr row) (larger (car row) best))))

(define (smith first second)
  (let loop ((first first) (row (map (lambda (letter) 0) second)) (best 0))
    (if (null? first)
        best
        (let ((row (next-row (car first) second row 0 0)))
          (loop (cdr first) row (largest row best))))))

(define first-text (letters 600 1))
(define second-text (letters 600 89))

(measure-times 5 'smith 1 same (lambda () (smith first-text second-text)))
