;;; Reading and writing data with shared parts and circles.

(define-library (srfi 38)
  (import (mound syntax) (mound base))
  (export
    read-with-shared-structure read/ss write-with-shared-structure write/ss)
  (include "38.scm"))
