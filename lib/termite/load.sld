;;; Balancing load over nodes, as in the Termite paper, 5.1.

(define-library (termite load)
  (import (mound syntax) (mound base) (termite process) (mound call))
  (export
    average-load dispatch dispatch-to find-min list-average load-reports
    local-loadavg meter-supervisor minimum-load start-meter
    start-meter-supervisor start-work-dispatcher)
  (include "load.scm"))
