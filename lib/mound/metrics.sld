;;; What a node does, for those who watch many: metrics by HTTP in the format of
;;; Prometheus, and whether it is well and ready.

(define-library (mound metrics)
  (import (mound syntax) (mound base) (mound http) (mound log) (mound options)
          (mound tcp) (mound top) (termite process))
  (export
    metrics-command metrics-handler metrics-serve metrics-text more:
    readiness-set!)
  (include "metrics.scm"))
