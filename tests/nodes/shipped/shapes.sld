;;; A library that only one of the nodes can find.

(define-library (shipped shapes)
  (import (scheme base))
  (export make-circle circle? circle-radius circle-area)
  (begin
    (define-record-type circle
      (make-circle radius)
      circle?
      (radius circle-radius))
    (define pi-or-so 22/7)
    (define (circle-area circle)
      (* pi-or-so (circle-radius circle) (circle-radius circle)))))
