;; Patterns compare long and circular data too, records by their fields.

(import (scheme base) (scheme write) (mound match))

(define-record-type point (make-point x) point? (x point-x point-x-set!))
(define (chain n end)
  (let loop ((n n) (rest end))
    (if (= n 0) rest (loop (- n 1) (make-point (list n rest))))))
(define (same? a b) (match a (,b #t) (other #f)))
(write (same? (chain 30000 (quote end)) (chain 30000 (quote end))))
(newline)
(write (same? (chain 30000 (quote end)) (chain 30000 (quote other))))
(newline)
(define one (make-point #f))
(point-x-set! one (list 1 one))
(define two (make-point (list 1 one)))
(write (same? one two))
(newline)
