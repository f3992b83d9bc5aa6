;;; What the programs need that is particular to Mound.
;;; For other Scheme systems the runner puts gambit.scm or chez.scm in its place.

;; The fuel that this process has used, or #f.
(define (reductions)
  (let ((entry (assq 'reductions (process-info (self)))))
    (if entry (cdr entry) #f)))
