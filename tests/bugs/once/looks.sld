;;; A body that evaluates what imports its own library goes on with what there
;;; is of it.

(define-library (once looks)
  (import (scheme base) (scheme eval))
  (export early late)
  (begin
    (define early 'early)
    (define late
      (eval '(list early) (environment '(scheme base) '(once looks))))))
