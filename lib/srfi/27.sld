;;; Sources of random numbers.

(define-library (srfi 27)
  (import (mound syntax)
          (rename (mound base)
                  (random-integer %random-integer)
                  (random-real %random-real)))
  (export
    default-random-source make-random-source random-integer random-real
    random-source-make-integers random-source-make-reals
    random-source-pseudo-randomize! random-source-randomize!
    random-source-state-ref random-source-state-set! random-source?)
  (include "27.scm"))
