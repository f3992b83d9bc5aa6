;;; The exceptions of the Termite paper, 4.7, where they differ from R7RS.

(define-library (termite exceptions)
  (import (mound syntax) (except (mound base) error raise))
  (export error raise)
  (include "exceptions.scm"))
