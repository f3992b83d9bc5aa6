;;; What the service says, as it is while it is being written: without a version.

(define-library (greeter words)
  (import (scheme base) (example.org/fred hello @1.0))
  (export greeting)
  (begin (define (greeting name) (hello name))))
