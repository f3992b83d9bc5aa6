;;; Watching what a process does: its messages and its calls.

(define-library (mound trace)
  (import (mound syntax) (mound base) (termite process))
  (export trace-process trace-to untrace-process)
  (include "trace.scm"))
