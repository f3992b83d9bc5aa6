;; Included text: R7RS 4.1.7 and 5.6.1.
(define-library (test included)
  (include-library-declarations "parts/declarations.scm")
  (include "parts/body.scm"))

(define-library (test folded)
  (export folded mixed-case)
  (import (scheme base))
  (include-ci "parts/upper.scm"))

(import (scheme base) (scheme write) (test included)
        (prefix (test folded) lib:))

(include "parts/definitions.scm")
(include-ci "parts/upper.scm")

(define (show . data) (write data) (newline))

(show included (twice 21) external)
(show folded (mixed-case 1) lib:folded (lib:mixed-case 2))
;; As an expression it is a sequence.
(show (include "parts/expression.scm"))
(define (in-body)
  (include "parts/definitions.scm" "parts/expression.scm"))
(show (in-body))
(show (let ((included 'outer))
        (include "parts/definitions.scm")
        (list included (twice 4))))
