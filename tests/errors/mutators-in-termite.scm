;; Nor has it the procedures that do.
(import (termite) (termite data))
(define (change v) (vector-set! v 0 'changed))
(for-each set-car! '() '())
