;;; A library that imports one whose body fails.

(define-library (once needs)
  (import (scheme base) (scheme write) (once fails))
  (export use)
  (begin
    (display "importer")
    (newline)
    (define (use) part)))
