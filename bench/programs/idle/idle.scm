;;; Makes BENCH_COUNT processes that wait for a message. The runner reads the
;;; size of this operating system process before and after.

(import (scheme base) (scheme write) (scheme time) (scheme process-context)
        (only (termite process) ! ? self spawn process-info))
(include "../mound.scm")
(include "../measure.scm")

;; Tells the runner, and leaves it the time to look.
(define (phase name)
  (display "phase ")
  (display name)
  (newline)
  (flush-output-port)
  (? 1 'nothing))

(define (idle parent)
  (! parent 'waiting)
  (?))

;; One after the other, so that the mailbox of this process stays short. The
;; pids are kept, for some systems collect a process that nobody can send to.
(define (make-idle count me pids)
  (if (= count 0)
      pids
      (let ((pid (spawn (lambda () (idle me)))))
        (?)
        (make-idle (- count 1) me (cons pid pids)))))

(define count
  (string->number (get-environment-variable "BENCH_COUNT")))

(phase 'before)
(define pids (make-idle count (self) '()))
(phase 'after)
(report 'idle (length pids) 0 1 '-)
