;;; Taking messages out of the mailbox.

(define-library (mound receive)
  (import (mound syntax) (mound base) (mound mailbox) (mound match))
  (export
    %deadline %exit-notice? %first-message %mailbox-accept! %mailbox-rewind!
    %next-message %raise-exit %raise-timeout %timed-out? ? ?? recv)
  (include "receive.scm"))
