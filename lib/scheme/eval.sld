;;; Evaluation of data as programs: R7RS, appendix A.

(define-library (scheme eval)
  (import (mound eval))
  (export environment eval))
