;; Nor is a variable defined again.
(import (termite))
(define x 1)
(define x 2)
