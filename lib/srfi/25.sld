;;; Arrays of several dimensions, which may share their elements.

(define-library (srfi 25)
  (import (mound syntax) (mound base))
  (export
    array array-end array-rank array-ref array-set! array-start array?
    make-array shape share-array)
  (include "25.scm"))
