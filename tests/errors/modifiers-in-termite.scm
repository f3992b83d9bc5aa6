;; Nor have its records modifiers.
(import (termite))
(define-record-type point
  (make-point x y)
  point?
  (x point-x)
  (y point-y point-y-set!))
