;;; Ephemerons.

(define-library (srfi 124)
  (import (mound syntax) (mound base))
  (export
    ephemeron-broken? ephemeron-datum ephemeron-key ephemeron?
    make-ephemeron reference-barrier)
  (include "124.scm"))
