;;; Ephemerons: R7RS-large, SRFI 124.

(define-library (scheme ephemeron)
  (import (srfi 124))
  (export
    ephemeron-broken? ephemeron-datum ephemeron-key ephemeron?
    make-ephemeron reference-barrier))
