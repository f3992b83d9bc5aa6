;;; What `mound versions` and `mound upgrade` do.

(define-library (mound module-commands)
  (import (mound syntax) (mound base) (mound json) (mound modules)
          (termite process))
  (export upgrade-command versions-command)
  (include "module-commands.scm"))
