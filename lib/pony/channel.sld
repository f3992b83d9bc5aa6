;;; Channel types of occam-pi and pony: bundles of typed synchronous channels,
;;; whose ends move between processes and nodes.

(define-library (pony channel)
  (import
    (mound syntax) (mound base) (mound macro) (mound receive)
    (termite process) (mound call) (pony condition) (pony protocol))
  (export
    alt case-in claim! client-end? close-ends! define-channel-type end-defined?
    end-networked? end-shared? end-type end? extended-in fair-alt in make-ends
    make-ends/any2any make-ends/any2one make-ends/one2any make-ends/one2one
    out! pri-alt release! server-end? with-claim
    ;; for the other libraries of pony
    %adopt-held! %await-at! %awaited %give-up! %hold-of %home-call %moved
    %new-hold! %owned-hold %start-home %start-named-home %without)
  (include "home.scm" "hold.scm" "post.scm" "channel.scm" "communicate.scm"
           "claim.scm" "alt.scm"))
