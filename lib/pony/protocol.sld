;;; Protocols: what may go through a channel, as data that a sender checks.

(define-library (pony protocol)
  (import (mound syntax) (mound base) (mound macro) (pony condition))
  (export
    define-protocol protocol-description protocol-hash protocol-name protocol?
    ;; for the other libraries of pony
    %anonymous-protocol %check-items %described-type %end-home %end-id
    %end-on-loss %end-shared? %end-side %end-type %ends-among %field-carries?
    %field-direction %field-name %field-protocol %make-end %make-field
    %make-type %protocol-variants %require-end %type %type-fields %type-name
    end? type?)
  (include "protocol.scm" "end.scm" "protocol-check.scm"))
