;;; Making processes: each makes the next and ends; the last tells the first.

(import (scheme base) (scheme write) (scheme time)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

(define processes 300000)

(define (chain count first)
  (if (= count 0)
      (! first 'done)
      (spawn (lambda () (chain (- count 1) first)))))

(measure-times 3 'spawn processes same
               (lambda ()
                 (chain processes (self))
                 (?)))
