;;; A page that shows what a node does, for people who would rather look.

(define-library (mound observe)
  (import (mound syntax) (mound base) (mound clock)
          (mound crypto) (mound http) (mound options) (mound sort) (mound tcp)
          (only (mound modules) library-version-commit library-version-current?
                library-version-hash library-version-importers
                library-version-library library-version-processes
                library-version-version library-versions)
          (mound top) (mound trace) (dynamite) (termite process))
  (export changes: observe observe-command port:)
  (include "observe.scm" "observe-processes.scm" "observe-history.scm"
           "observe-detail.scm" "observe-style.scm"))
