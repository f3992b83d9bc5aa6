;;; Ports to and from strings, as R7RS has them.

(define-library (srfi 6)
  (import (mound base))
  (export get-output-string open-input-string open-output-string))
