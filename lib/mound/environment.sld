;;; The program's surroundings: arguments, environment variables, the machine.

(define-library (mound environment)
  (import (mound syntax) (mound base) (mound resource))
  (export
    command-line command-line-arguments current-process-id emergency-exit exit
    get-environment-variable get-environment-variables home-directory
    host-name machine-architecture operating-system processor-count
    temporary-directory)
  (include "environment.scm"))
