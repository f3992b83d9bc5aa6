;;; One row of the everyday table: `run` does its work `count` times and
;;; returns the answer, a number that depends on each result.

(define (everyday row count run)
  (measure-times 3 row count same (lambda () (run count))))

;; What the rows on files write and read.
(define work-file
  (string-append (or (get-environment-variable "TMPDIR") "/tmp")
                 "/mound-bench-everyday"))
