;;; The program and its surroundings: R7RS, appendix A.

(define-library (scheme process-context)
  (import (mound base))
  (export
    command-line emergency-exit exit get-environment-variable
    get-environment-variables))
