;;; Strings beyond R7RS.

(define-library (mound strings)
  (import (mound base))
  (export
    call-with-output-string string-join string-search string-split))
