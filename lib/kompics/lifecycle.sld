;;; Events of the life of components, and faults.

(define-library (kompics lifecycle)
  (import (kompics core))
  (export
    Kill Killed Start Started Stop Stopped destroy-child escalate fault-cause
    fault-child fault-component fault-event fault-path fault? ignore resolved))
