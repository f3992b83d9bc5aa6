;;; Timers: events that come after some time, to the component that asked for
;;; them and to no other. In a simulation they go by its clock.

(define-library (kompics timer)
  (import (mound syntax) (mound base) (kompics core))
  (export
    Advance Advanced CancelPeriodicTimeout CancelTimeout Clock
    SchedulePeriodicTimeout ScheduleTimeout SystemTimer Timeout Timer
    VirtualTimer)
  (include "timer.scm"))
