;;; The interactive environment of the node: R7RS, appendix A.

(define-library (scheme repl)
  (import (mound eval))
  (export interaction-environment))
