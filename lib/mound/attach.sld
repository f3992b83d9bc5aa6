;;; A prompt inside of a running node: what `mound attach` does.

(define-library (mound attach)
  (import
    (mound syntax) (mound base) (mound eval) (mound top)
    (only (scheme read) read) (only (scheme write) write)
    (only (scheme process-context) exit)
    (termite process))
  (export
    attach attach-evaluate attach-interrupt attach-process attach-processes
    serve-observers)
  (include "attach.scm"))
