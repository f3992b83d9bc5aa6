;;; Measuring time, and letting it pass.

;;> (monotonic-time): seconds since some moment, exact; never goes back,
;;> whatever happens to the clock. For measuring.
;;> Example: (<= (monotonic-time) (monotonic-time)) => #t
(define (monotonic-time) (/ (current-jiffy) (jiffies-per-second)))

;;> (time-of thunk): calls the thunk and returns how many seconds that took,
;;> inexact.
;;> Example: (<= 0.01 (time-of (lambda () (sleep 0.01)))) => #t
(define (time-of thunk)
  (let ((begin (monotonic-time)))
    (thunk)
    (inexact (- (monotonic-time) begin))))

;;> (sleep seconds): waits. Messages stay in the mailbox; the end of a linked
;;> process is raised, as by recv. Raises type.
;;> Example: (begin (sleep 0.001) 'awake) => awake
(define (sleep seconds)
  (if (not (real? seconds))
      (%type-error 'sleep "a number of seconds" seconds))
  (recv (after seconds (void))))
