;;; Lists and comparisons: quicksort of 250 000 numbers, the first as pivot.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define (random-numbers count seed)
  (let loop ((count count) (seed seed) (numbers '()))
    (if (= count 0)
        numbers
        (let ((next (next-random seed)))
          (loop (- count 1) next (cons next numbers))))))

;; The sorted numbers, then the sorted tail.
(define (qsort numbers tail)
  (if (null? numbers)
      tail
      (split (car numbers) (cdr numbers) '() '() tail)))

(define (split pivot numbers less more tail)
  (cond ((null? numbers)
         (qsort less (cons pivot (qsort more tail))))
        ((< (car numbers) pivot)
         (split pivot (cdr numbers) (cons (car numbers) less) more tail))
        (else
         (split pivot (cdr numbers) less (cons (car numbers) more) tail))))

(define numbers (random-numbers 250000 42))

(measure-times 3 'qsort 1 checksum (lambda () (qsort numbers '())))
