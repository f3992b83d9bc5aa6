;;; Components that are connected by ports, as in Kompics with pattern matching
;;; (Kroll, Carbone, Haridi 2017), each a process.

(define-library (kompics)
  (import (kompics core))
  (export
    ;; events and ports
    channel? define-event define-port-type event->list event? port-type-name
    port-type?
    ;; the text of a component
    := channels children control define-component loopback on-config on-fault
    provides requires state such-that tear-down upon upon-condition upon-event
    ;; what handlers do
    answer component-time config config-set! connect create current-request
    destroy disconnect handler? kill observe! request? self-component start stop
    subscribe! suicide trigger unsubscribe!
    ;; systems
    component-id component-name component-state component-status component?
    kompics-running? kompics-shutdown! kompics-start kompics-start/settings
    kompics-wait parent-of system-root system? tell-component unconnected))
