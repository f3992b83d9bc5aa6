;;; What the kernel of an application tells.

(define-library (pony message)
  (import (mound syntax) (mound base) (termite process) (pony net))
  (export pony-message-process)
  (include "message.scm"))
