;;; What (kompics) and its parts are made of. Names that begin with % are for
;;; those parts.

(define-library (kompics core)
  (import
    (mound syntax) (mound base) (mound match) (mound receive) (mound clock)
    (mound call) (termite process))
  (export
    := Kill Killed Start Started Stop Stopped answer channel? channels children
    component-id component-name component-state component-status component-time
    component? config config-set! connect control create current-request
    define-component define-event define-port-type destroy destroy-child
    disconnect escalate event->list event? fault-cause fault-child
    fault-component fault-event fault-path fault? handler? ignore kill
    kompics-running? kompics-shutdown! kompics-start kompics-start/settings
    kompics-wait loopback observe! on-config on-fault parent-of port-type-name
    port-type? provides request? requires resolved self-component start state
    stop subscribe! such-that suicide system-root system? tear-down
    tell-component
    trigger unconnected unsubscribe! upon upon-condition upon-event
    ;; for the other libraries
    %after! %among? %cancel! %component-address %component-ports %core!
    %core-address %core-name %core-now %current-address %declare-port
    %definition-name %event-fields %event-kind %event-message %event-message?
    %event-name
    %event-type-keys %handling %heap-add %heap-number %heap-rest %heap-time
    %heap-value %keys-of-kind %kind-of-keys %make-child %make-event
    %make-simulation %message-fields %new-core %obey! %request-origin
    %require-core %require-definition %require-port-type %respond! %set-up!
    %simulation! %simulation-attach! %simulation-now* %simulation-observe!
    %simulation-transmit! %state %step %subscribe-all! %type-of)
  (include "event.scm" "heap.scm" "core.scm" "channel.scm" "lifecycle.scm"
           "system.scm" "syntax.scm"))
