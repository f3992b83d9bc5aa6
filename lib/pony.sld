;;; occam-pi's channels on one node and on many, after pony (2006).

(define-library (pony)
  (import
    (pony protocol) (pony channel) (pony par) (pony net) (pony ans)
    (pony error) (pony message))
  (export
    alt ans-applications ans-run ans-start ans-stop case-in claim! client-end?
    close-ends! define-channel-type
    define-protocol end-defined? end-networked? end-shared? end-type end?
    extended-in fair-alt fork forking in make-ends make-ends/any2any
    make-ends/any2one make-ends/one2any make-ends/one2one net-handle?
    out! par pony-alloc-client pony-alloc-server pony-alloc-shared-client
    pony-alloc-shared-server pony-current-remote-node
    pony-delete-error-point! pony-error-ans? pony-error-code
    pony-error-master? pony-error-point pony-error-record-code
    pony-error-record? pony-error-remote-node pony-error? pony-errors-after
    pony-message-process pony-nct-id pony-own-node-id pony-shutdown!
    pony-startup pri-alt protocol-description protocol-hash protocol-name
    protocol? release! server-end? with-claim))
