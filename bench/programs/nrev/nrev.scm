;;; Allocation and recursion: reversing a list by appending to its end.
;;; 12.5 million pairs are made; the recursion is 5000 frames deep.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define (join first second)
  (if (null? first)
      second
      (cons (car first) (join (cdr first) second))))

(define (nrev items)
  (if (null? items)
      '()
      (join (nrev (cdr items)) (cons (car items) '()))))

(define numbers (count-up 1 5000))

(measure-times 3 'nrev 1 checksum (lambda () (nrev numbers)))
