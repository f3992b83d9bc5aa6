;;; Testing one component by what it triggers, in a simulation.

(define-library (kompics test)
  (import
    (mound syntax) (mound base) (mound match) (kompics core) (kompics sim))
  (export
    allow check disallow drop either expect expect-fault expect-trigger inspect
    repeat send test-component unordered with-test-timeout)
  (include "test.scm"))
