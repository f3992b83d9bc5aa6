;;; What the processes of a node do, as tables.

(define-library (mound top)
  (import (mound syntax) (mound base) (mound sort) (termite process))
  (export node-info node-sample top-command top-text)
  (include "top.scm"))
