;; A procedure of a library of Mound is sent before the other node has loaded that
;; library, and then code that needs another library, which imports it.
(import (scheme base) (scheme write) (scheme process-context) (mound top)
        (mound metrics) (termite process))

(define there (cadr (command-line)))

(write (list? (on there node-info)))
(newline)
(write (string? (on there (lambda () (metrics-text)))))
(newline)
