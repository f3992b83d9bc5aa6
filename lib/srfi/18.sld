;;; Threads, mutexes and condition variables, as processes.

(define-library (srfi 18)
  (import
    (mound syntax) (mound base) (termite process) (mound call))
  (export
    abandoned-mutex-exception? condition-variable-broadcast!
    condition-variable-name condition-variable-signal!
    condition-variable-specific condition-variable-specific-set!
    condition-variable? current-exception-handler current-thread current-time
    join-timeout-exception? make-condition-variable make-mutex make-thread
    mutex-lock! mutex-name mutex-specific mutex-specific-set! mutex-state
    mutex-unlock! mutex? raise seconds->time terminated-thread-exception?
    thread-join! thread-name thread-sleep! thread-specific
    thread-specific-set! thread-start! thread-terminate! thread-yield!
    thread? time->seconds time? uncaught-exception-reason
    uncaught-exception? with-exception-handler)
  (include "18-tools.scm" "18-thread.scm" "18-mutex.scm"
           "18-condition.scm"))
