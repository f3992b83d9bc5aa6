;;; The messages of a process, from the oldest on.

(define-library (mound mailbox)
  (import (mound syntax) (mound base) (mound time))
  (export
    %deadline %exit-notice? %first-message %mailbox-accept! %mailbox-rewind!
    %next-message %raise-exit %raise-timeout %timed-out? ?)
  (include "mailbox.scm"))
