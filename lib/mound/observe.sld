;;; A page that shows what a node does, for people who would rather look.

(define-library (mound observe)
  (import (mound syntax) (mound base) (mound clock)
          (mound crypto) (mound http) (mound options) (mound sort) (mound tcp)
          (mound top) (dynamite) (termite process))
  (export changes: observe observe-command port:)
  (include "observe.scm"))
