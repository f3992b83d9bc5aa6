;;; A time is a moment by the clock of the world. Where a timeout is wanted it
;;; means the wait until then.

(define-record-type time
  (%make-time seconds)
  time?
  (seconds %time-seconds))

;;> (time? object): whether it is a time.
;;> Example: (eval '(map time? (list (current-time) 5)) (environment '(scheme base) '(mound time))) => (#t #f)

;;> (current-time): the time now. SRFI 18.
;;> Example: (eval (quote (time? (current-time))) (environment (quote (scheme base)) (quote (mound time)))) => #t
(define (current-time) (%make-time (current-second)))

;;> (seconds->time seconds): the time so many seconds after 1970 began. Raises
;;> type. SRFI 18.
;;> Example: (eval '(time->seconds (seconds->time 1000)) (environment '(scheme base) '(mound time))) => 1000
(define (seconds->time seconds)
  (if (real? seconds)
      (%make-time seconds)
      (%type-error 'seconds->time "a number of seconds" seconds)))

;;> (time->seconds time): the seconds between the beginning of 1970 and the
;;> time. Raises type. SRFI 18.
;;> Example: (eval '(< 1000000000 (time->seconds (current-time))) (environment '(scheme base) '(mound time))) => #t
(define (time->seconds time)
  (if (time? time)
      (%time-seconds time)
      (%type-error 'time->seconds "a time" time)))
