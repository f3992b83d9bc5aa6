;;; The same, version 2.0.

(define-library (hello)
  (import (scheme base))
  (export hello)
  (begin (define (hello name) (string-append "Good day, " name "!"))))
