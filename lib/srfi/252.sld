;;; Tests of properties with random values, and smaller values that fail.

(define-library (srfi 252)
  (import (mound syntax)
          (mound base)
          (only (scheme complex) imag-part make-rectangular real-part)
          (only (srfi 64) %test-of test-expect-fail test-runner-current
                test-runner-get test-runner-simple test-result-set! test-skip))
  (export
    boolean-generator bytevector-generator char-generator complex-generator
    exact-complex-generator exact-integer-complex-generator
    exact-integer-generator exact-number-generator exact-rational-generator
    exact-real-generator inexact-complex-generator inexact-integer-generator
    inexact-number-generator inexact-rational-generator inexact-real-generator
    integer-generator list-generator-of number-generator pair-generator-of
    procedure-generator-of property-test-runner rational-generator
    real-generator shrinking-generator string-generator symbol-generator
    test-property test-property-error test-property-error-type
    test-property-expect-fail test-property-skip vector-generator-of)
  (include "252-shrink.scm" "252-generators.scm" "252-numbers.scm" "252.scm"))
