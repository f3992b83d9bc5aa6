;;; Reports of processes that died, for programs.

(define-library (mound crash)
  (import (mound syntax) (mound base) (termite process))
  (export
    crash-ref unwatch-crashes watch-crashes)
  (include "crash.scm"))
