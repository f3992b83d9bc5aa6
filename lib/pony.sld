;;; occam-pi's channels on one node and on many, after pony (2006).

(define-library (pony)
  (import (pony protocol) (pony channel) (pony par) (pony condition))
  (export
    alt case-in claim! client-end? close-ends! define-channel-type
    define-protocol end-defined? end-networked? end-shared? end-type end?
    extended-in fair-alt fork forking in make-ends make-ends/any2any
    make-ends/any2one make-ends/one2any make-ends/one2one out! par
    pony-error-code pony-error? pri-alt protocol-description protocol-hash
    protocol-name protocol? release! server-end? with-claim))
