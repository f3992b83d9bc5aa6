;;; A library that is published, version 1.0.

(define-library (hello)
  (import (scheme base))
  (export hello)
  (begin (define (hello name) (string-append "hello " name))))
