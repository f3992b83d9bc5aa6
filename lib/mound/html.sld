;;; HTML from s-expressions, with everything escaped that has to be.

(define-library (mound html)
  (import (mound syntax) (mound base))
  (export
    html->string html-escape raw-html raw-html? write-html write-html-document)
  (include "html.scm"))
