;;; Programs of the operating system, run from here.

(define-library (mound subprocess)
  (import (mound syntax) (mound base) (mound port) (mound resource)
          (termite process))
  (export
    binary: directory: environment: errors: input: kill-program output:
    program-errors program-id program-input program-output program-process
    program-status program? run-program run-program/status start-program
    terminate-program wait-for-program)
  (include "subprocess.scm"))
