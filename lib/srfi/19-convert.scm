;;; From each form of a moment to each other. What a name with ! gives is the
;;; time itself, changed; all else is new. An optional last argument of what
;;; gives a date is its offset from UTC in seconds, 0 if there is none: Mound
;;; knows no time zones.

;;> (time-utc->time-tai time): the time as time-tai. Raises type. SRFI 19.
;;> Example: (time-second (time-utc->time-tai (make-time time-utc 0 1000000000))) => 1000000032
(define (time-utc->time-tai time)
  (%require-time time time-utc 'time-utc->time-tai)
  (%utc->time (%time->utc time) time-tai))

;;> (time-utc->time-tai! time): the time, changed to time-tai. Raises type. SRFI
;;> 19.
;;> Example: (time-second (time-utc->time-tai! (make-time time-utc 0 1000000000))) => 1000000032
(define (time-utc->time-tai! time)
  (%require-time time time-utc 'time-utc->time-tai!)
  (%become! time time-tai
            (%utc->nanoseconds (%time->utc time) time-tai)))

;;> (time-utc->time-monotonic time): the time as time-monotonic. Raises type.
;;> SRFI 19.
;;> Example: (time-second (time-utc->time-monotonic (make-time time-utc 0 1000000000))) => 1000000032
(define (time-utc->time-monotonic time)
  (%require-time time time-utc 'time-utc->time-monotonic)
  (%utc->time (%time->utc time) time-monotonic))

;;> (time-utc->time-monotonic! time): the time, changed to time-monotonic.
;;> Raises type. SRFI 19.
;;> Example: (time-second (time-utc->time-monotonic! (make-time time-utc 0 1000000000))) => 1000000032
(define (time-utc->time-monotonic! time)
  (%require-time time time-utc 'time-utc->time-monotonic!)
  (%become! time time-monotonic
            (%utc->nanoseconds (%time->utc time) time-monotonic)))

;;> (time-utc->date time [offset]): the date. Raises type, range. SRFI 19.
;;> Example: (date->string (time-utc->date (make-time time-utc 0 1000000000)) "~4") => "2001-09-09T01:46:40Z"
(define time-utc->date
  (case-lambda
    ((time) (time-utc->date time 0))
    ((time offset)
     (%require-time time time-utc 'time-utc->date)
     (%require-offset offset 'time-utc->date)
     (%utc->date (%time->utc time) offset))))

;;> (time-utc->julian-day time): the Julian day, exact. Raises type. SRFI 19.
;;> Example: (time-utc->julian-day (make-time time-utc 0 1000000000)) => 132416725/54
(define (time-utc->julian-day time)
  (%require-time time time-utc 'time-utc->julian-day)
  (%utc->julian-day (%time->utc time)))

;;> (time-utc->modified-julian-day time): the modified Julian day, exact. Raises
;;> type. SRFI 19.
;;> Example: (time-utc->modified-julian-day (make-time time-utc 0 1000000000)) => 1408349/27
(define (time-utc->modified-julian-day time)
  (%require-time time time-utc 'time-utc->modified-julian-day)
  (%utc->modified-julian-day (%time->utc time)))

;;> (date->time-utc date): the date as time-utc. Raises type. SRFI 19.
;;> Example: (time-second (date->time-utc (make-date 0 40 46 1 9 9 2001 0))) => 1000000000
(define (date->time-utc date)
  (%require-date date 'date->time-utc)
  (%utc->time (%date->utc date) time-utc))

;;> (time-tai->time-utc time): the time as time-utc. Raises type. SRFI 19.
;;> Example: (time-second (time-tai->time-utc (make-time time-tai 0 1000000032))) => 1000000000
(define (time-tai->time-utc time)
  (%require-time time time-tai 'time-tai->time-utc)
  (%utc->time (%time->utc time) time-utc))

;;> (time-tai->time-utc! time): the time, changed to time-utc. Raises type. SRFI
;;> 19.
;;> Example: (time-second (time-tai->time-utc! (make-time time-tai 0 1000000032))) => 1000000000
(define (time-tai->time-utc! time)
  (%require-time time time-tai 'time-tai->time-utc!)
  (%become! time time-utc
            (%utc->nanoseconds (%time->utc time) time-utc)))

;;> (time-tai->time-monotonic time): the time as time-monotonic. Raises type.
;;> SRFI 19.
;;> Example: (time-second (time-tai->time-monotonic (make-time time-tai 0 1000000032))) => 1000000032
(define (time-tai->time-monotonic time)
  (%require-time time time-tai 'time-tai->time-monotonic)
  (%utc->time (%time->utc time) time-monotonic))

;;> (time-tai->time-monotonic! time): the time, changed to time-monotonic.
;;> Raises type. SRFI 19.
;;> Example: (time-second (time-tai->time-monotonic! (make-time time-tai 0 1000000032))) => 1000000032
(define (time-tai->time-monotonic! time)
  (%require-time time time-tai 'time-tai->time-monotonic!)
  (%become! time time-monotonic
            (%utc->nanoseconds (%time->utc time) time-monotonic)))

;;> (time-tai->date time [offset]): the date. Raises type, range. SRFI 19.
;;> Example: (date->string (time-tai->date (make-time time-tai 0 1000000032)) "~4") => "2001-09-09T01:46:40Z"
(define time-tai->date
  (case-lambda
    ((time) (time-tai->date time 0))
    ((time offset)
     (%require-time time time-tai 'time-tai->date)
     (%require-offset offset 'time-tai->date)
     (%utc->date (%time->utc time) offset))))

;;> (time-tai->julian-day time): the Julian day, exact. Raises type. SRFI 19.
;;> Example: (time-tai->julian-day (make-time time-tai 0 1000000032)) => 132416725/54
(define (time-tai->julian-day time)
  (%require-time time time-tai 'time-tai->julian-day)
  (%utc->julian-day (%time->utc time)))

;;> (time-tai->modified-julian-day time): the modified Julian day, exact. Raises
;;> type. SRFI 19.
;;> Example: (time-tai->modified-julian-day (make-time time-tai 0 1000000032)) => 1408349/27
(define (time-tai->modified-julian-day time)
  (%require-time time time-tai 'time-tai->modified-julian-day)
  (%utc->modified-julian-day (%time->utc time)))

;;> (date->time-tai date): the date as time-tai. Raises type. SRFI 19.
;;> Example: (time-second (date->time-tai (make-date 0 40 46 1 9 9 2001 0))) => 1000000032
(define (date->time-tai date)
  (%require-date date 'date->time-tai)
  (%utc->time (%date->utc date) time-tai))

;;> (time-monotonic->time-utc time): the time as time-utc. Raises type. SRFI 19.
;;> Example: (time-second (time-monotonic->time-utc (make-time time-monotonic 0 1000000032))) => 1000000000
(define (time-monotonic->time-utc time)
  (%require-time time time-monotonic 'time-monotonic->time-utc)
  (%utc->time (%time->utc time) time-utc))

;;> (time-monotonic->time-utc! time): the time, changed to time-utc. Raises
;;> type. SRFI 19.
;;> Example: (time-second (time-monotonic->time-utc! (make-time time-monotonic 0 1000000032))) => 1000000000
(define (time-monotonic->time-utc! time)
  (%require-time time time-monotonic 'time-monotonic->time-utc!)
  (%become! time time-utc
            (%utc->nanoseconds (%time->utc time) time-utc)))

;;> (time-monotonic->time-tai time): the time as time-tai. Raises type. SRFI 19.
;;> Example: (time-second (time-monotonic->time-tai (make-time time-monotonic 0 1000000032))) => 1000000032
(define (time-monotonic->time-tai time)
  (%require-time time time-monotonic 'time-monotonic->time-tai)
  (%utc->time (%time->utc time) time-tai))

;;> (time-monotonic->time-tai! time): the time, changed to time-tai. Raises
;;> type. SRFI 19.
;;> Example: (time-second (time-monotonic->time-tai! (make-time time-monotonic 0 1000000032))) => 1000000032
(define (time-monotonic->time-tai! time)
  (%require-time time time-monotonic 'time-monotonic->time-tai!)
  (%become! time time-tai
            (%utc->nanoseconds (%time->utc time) time-tai)))

;;> (time-monotonic->date time [offset]): the date. Raises type, range. SRFI 19.
;;> Example: (date->string (time-monotonic->date (make-time time-monotonic 0 1000000032)) "~4") => "2001-09-09T01:46:40Z"
(define time-monotonic->date
  (case-lambda
    ((time) (time-monotonic->date time 0))
    ((time offset)
     (%require-time time time-monotonic 'time-monotonic->date)
     (%require-offset offset 'time-monotonic->date)
     (%utc->date (%time->utc time) offset))))

;;> (time-monotonic->julian-day time): the Julian day, exact. Raises type. SRFI
;;> 19.
;;> Example: (time-monotonic->julian-day (make-time time-monotonic 0 1000000032)) => 132416725/54
(define (time-monotonic->julian-day time)
  (%require-time time time-monotonic 'time-monotonic->julian-day)
  (%utc->julian-day (%time->utc time)))

;;> (time-monotonic->modified-julian-day time): the modified Julian day, exact.
;;> Raises type. SRFI 19.
;;> Example: (time-monotonic->modified-julian-day (make-time time-monotonic 0 1000000032)) => 1408349/27
(define (time-monotonic->modified-julian-day time)
  (%require-time time time-monotonic 'time-monotonic->modified-julian-day)
  (%utc->modified-julian-day (%time->utc time)))

;;> (date->time-monotonic date): the date as time-monotonic. Raises type. SRFI
;;> 19.
;;> Example: (time-second (date->time-monotonic (make-date 0 40 46 1 9 9 2001 0))) => 1000000032
(define (date->time-monotonic date)
  (%require-date date 'date->time-monotonic)
  (%utc->time (%date->utc date) time-monotonic))

;;> (date->julian-day date): its Julian day, exact. Raises type. SRFI 19.
;;> Example: (date->julian-day (make-date 0 0 0 0 1 1 1970 0)) => 4881175/2
(define (date->julian-day date)
  (%require-date date 'date->julian-day)
  (%utc->julian-day (%date->utc date)))

;;> (julian-day->date day [offset]): the date of the Julian day. Raises type,
;;> range. SRFI 19.
;;> Example: (date->string (julian-day->date 2440587.5) "~4") => "1970-01-01T00:00:00Z"
(define julian-day->date
  (case-lambda
    ((day) (julian-day->date day 0))
    ((day offset)
     (%require-offset offset 'julian-day->date)
     (%utc->date (%julian-day->utc day 'julian-day->date)
                 offset))))

;;> (julian-day->time-utc day): the Julian day as time-utc. Raises type. SRFI
;;> 19.
;;> Example: (time-second (julian-day->time-utc 2441317.5)) => 63072000
(define (julian-day->time-utc day)
  (%utc->time (%julian-day->utc day 'julian-day->time-utc)
              time-utc))

;;> (julian-day->time-tai day): the Julian day as time-tai. Raises type. SRFI
;;> 19.
;;> Example: (time-second (julian-day->time-tai 2441317.5)) => 63072010
(define (julian-day->time-tai day)
  (%utc->time (%julian-day->utc day 'julian-day->time-tai)
              time-tai))

;;> (julian-day->time-monotonic day): the Julian day as time-monotonic. Raises
;;> type. SRFI 19.
;;> Example: (time-second (julian-day->time-monotonic 2441317.5)) => 63072010
(define (julian-day->time-monotonic day)
  (%utc->time (%julian-day->utc day 'julian-day->time-monotonic)
              time-monotonic))

;;> (date->modified-julian-day date): its modified Julian day, exact. Raises
;;> type. SRFI 19.
;;> Example: (date->modified-julian-day (make-date 0 0 0 0 1 1 1970 0)) => 40587
(define (date->modified-julian-day date)
  (%require-date date 'date->modified-julian-day)
  (%utc->modified-julian-day (%date->utc date)))

;;> (modified-julian-day->date day [offset]): the date of the modified Julian
;;> day. Raises type, range. SRFI 19.
;;> Example: (date->string (modified-julian-day->date 40587) "~4") => "1970-01-01T00:00:00Z"
(define modified-julian-day->date
  (case-lambda
    ((day) (modified-julian-day->date day 0))
    ((day offset)
     (%require-offset offset 'modified-julian-day->date)
     (%utc->date (%modified-julian-day->utc day 'modified-julian-day->date)
                 offset))))

;;> (modified-julian-day->time-utc day): the modified Julian day as time-utc.
;;> Raises type. SRFI 19.
;;> Example: (time-second (modified-julian-day->time-utc 41317)) => 63072000
(define (modified-julian-day->time-utc day)
  (%utc->time (%modified-julian-day->utc day 'modified-julian-day->time-utc)
              time-utc))

;;> (modified-julian-day->time-tai day): the modified Julian day as time-tai.
;;> Raises type. SRFI 19.
;;> Example: (time-second (modified-julian-day->time-tai 41317)) => 63072010
(define (modified-julian-day->time-tai day)
  (%utc->time (%modified-julian-day->utc day 'modified-julian-day->time-tai)
              time-tai))

;;> (modified-julian-day->time-monotonic day): the modified Julian day as
;;> time-monotonic. Raises type. SRFI 19.
;;> Example: (time-second (modified-julian-day->time-monotonic 41317)) => 63072010
(define (modified-julian-day->time-monotonic day)
  (%utc->time (%modified-julian-day->utc
               day 'modified-julian-day->time-monotonic)
              time-monotonic))
