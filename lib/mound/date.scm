;;; Dates of the Gregorian calendar.
;;;
;;; A moment is a number of seconds since the Epoch, 1970-01-01T00:00:00Z,
;;; without leap seconds. A date is a moment as a calendar and a clock show it
;;; at some offset from UTC, in seconds. The calendar is the Gregorian one, also
;;; for the time before it was made. There is no knowledge of time zones: an
;;; offset is given, and is 0 otherwise.

;;> (date? object): whether it is a date of this library, which make-date makes.
;;> Example: (map date? (list (make-date 2024 2 29) 5)) => (#t #f)
;;> (date-year date): the year of the date, an exact integer; 0 is the year
;;> before 1. Raises type.
;;> Example: (date-year (make-date 2024 2 29 12 30 15 500 3600)) => 2024
;;> (date-month date): its month, 1 to 12. Raises type.
;;> Example: (date-month (make-date 2024 2 29 12 30 15 500 3600)) => 2
;;> (date-day date): its day of the month, 1 to 31. Raises type.
;;> Example: (date-day (make-date 2024 2 29 12 30 15 500 3600)) => 29
;;> (date-hour date): its hour, 0 to 23. Raises type.
;;> Example: (date-hour (make-date 2024 2 29 12 30 15 500 3600)) => 12
;;> (date-minute date): its minute, 0 to 59. Raises type.
;;> Example: (date-minute (make-date 2024 2 29 12 30 15 500 3600)) => 30
;;> (date-second date): its second, 0 to 59, or 60 in a leap second. Raises
;;> type.
;;> Example: (date-second (make-date 2024 2 29 12 30 15 500 3600)) => 15
;;> (date-nanosecond date): the nanoseconds of its second that have passed, 0 to
;;> 999999999. Raises type.
;;> Example: (date-nanosecond (make-date 2024 2 29 12 30 15 500 3600)) => 500
;;> (date-offset date): how many seconds its clock is ahead of UTC; less than 0
;;> if it is behind. Raises type.
;;> Example: (date-offset (make-date 2024 2 29 12 30 15 500 3600)) => 3600
(define-record-type date
  (%make-date nanosecond second minute hour day month year offset)
  date?
  (nanosecond date-nanosecond)
  (second date-second)
  (minute date-minute)
  (hour date-hour)
  (day date-day)
  (month date-month)
  (year date-year)
  (offset date-offset))

;;> (make-date year month day [hour minute second [nanosecond [offset]]]): the
;;> date; midnight in UTC by default. Read it with date-year, date-month (1 to
;;> 12), date-day (1 to 31), date-hour, date-minute, date-second,
;;> date-nanosecond and date-offset. Raises type, range.
;;> Example: (date->string (make-date 2024 2 29 12 30 0)) => "2024-02-29T12:30:00Z"
(define make-date
  (case-lambda
    ((year month day) (make-date year month day 0 0 0 0 0))
    ((year month day hour minute second)
     (make-date year month day hour minute second 0 0))
    ((year month day hour minute second nanosecond)
     (make-date year month day hour minute second nanosecond 0))
    ((year month day hour minute second nanosecond offset)
     (%require-range year -1000000 1000000 "year")
     (%require-range month 1 12 "month")
     (%require-range day 1 (days-in-month year month) "day")
     (%require-range hour 0 23 "hour")
     (%require-range minute 0 59 "minute")
     (%require-range second 0 59 "second")
     (%require-range nanosecond 0 999999999 "nanosecond")
     (%require-range offset -86399 86399 "offset")
     (%make-date nanosecond second minute hour day month year offset))))

(define (%require-range number low high what)
  (cond ((not (fixnum? number)) (%type-error 'make-date "an integer" number))
        ((not (<= low number high))
         (%error-of-kind 'range 'make-date
                         (string-append "there is no " what) number))))

;;> (leap-year? year): whether its February has 29 days. Raises type.
;;> Example: (map leap-year? '(2023 2024 1900 2000)) => (#f #t #f #t)
(define (leap-year? year)
  (and (= (modulo year 4) 0)
       (or (not (= (modulo year 100) 0)) (= (modulo year 400) 0))))

;;> (days-in-month year month): 28 to 31. Raises type.
;;> Example: (list (days-in-month 2023 2) (days-in-month 2024 2)) => (28 29)
(define (days-in-month year month)
  (cond ((memv month '(4 6 9 11)) 30)
        ((not (= month 2)) 31)
        ((leap-year? year) 29)
        (else 28)))

;; Days from the Epoch to a day. Years are counted from March, so that the leap
;; day is the last of one, in cycles of 400 years, which have 146097 days.
(define (%days year month day)
  (let* ((year (if (<= month 2) (- year 1) year))
         (cycle (floor-quotient year 400))
         (year (- year (* cycle 400)))
         (month (modulo (+ month 9) 12))
         (day (+ (quotient (+ (* 153 month) 2) 5) day -1)))
    (+ (* cycle 146097) (* 365 year) (quotient year 4)
       (- (quotient year 100)) day -719468)))

;; The reverse: calls the procedure with year, month and day.
(define (%civil days procedure)
  (let* ((days (+ days 719468))
         (cycle (floor-quotient days 146097))
         (day (- days (* cycle 146097)))
         (year (quotient (- day (quotient day 1460) (- (quotient day 36524))
                            (quotient day 146096))
                         365))
         (day (- day (+ (* 365 year) (quotient year 4)
                        (- (quotient year 100)))))
         (month (quotient (+ (* 5 day) 2) 153))
         (day (+ (- day (quotient (+ (* 153 month) 2) 5)) 1))
         (month (if (< month 10) (+ month 3) (- month 9))))
    (procedure (+ year (* cycle 400) (if (<= month 2) 1 0)) month day)))

;;> (date->days date): days from 1970-01-01 to its day. Raises type.
;;> Example: (map date->days (list (make-date 1970 1 1) (make-date 2000 3 1))) => (0 11017)
(define (date->days date)
  (%days (date-year date) (date-month date) (date-day date)))

;;> (date->seconds date): the moment, exact. Raises type.
;;> Example: (date->seconds (make-date 2001 9 9 1 46 40)) => 1000000000
(define (date->seconds date)
  (+ (* 86400 (date->days date))
     (* 3600 (date-hour date))
     (* 60 (date-minute date))
     (date-second date)
     (- (date-offset date))
     (/ (date-nanosecond date) 1000000000)))

;;> (seconds->date seconds [offset]): the date of the moment at the offset, 0 by
;;> default. Raises type.
;;> Example: (date->string (seconds->date 1000000000 7200)) => "2001-09-09T03:46:40+02:00"
(define seconds->date
  (case-lambda
    ((seconds) (seconds->date seconds 0))
    ((seconds offset)
     (let* ((moment (+ (exact seconds) offset))
            (whole (floor moment))
            (nanosecond (floor (* (- moment whole) 1000000000)))
            (days (floor-quotient whole 86400))
            (rest (- whole (* days 86400))))
       (%civil days
               (lambda (year month day)
                 (make-date year month day (quotient rest 3600)
                            (modulo (quotient rest 60) 60) (modulo rest 60)
                            nanosecond offset)))))))

;; The moment, in microseconds.
(define (%now)
  (/ (exact (floor (* (current-second) 1000000))) 1000000))

;;> (current-date [offset]): the date now at the offset, 0 by default. Raises
;;> type.
;;> Example: (< 2020 (date-year (current-date))) => #t
(define current-date
  (case-lambda
    (() (current-date 0))
    ((offset) (seconds->date (%now) offset))))

;;> (date-add date seconds): the date so much later, at the same offset. Raises
;;> type.
;;> Example: (date->string (date-add (make-date 2023 12 31 23 59 59) 1)) => "2024-01-01T00:00:00Z"
(define (date-add date seconds)
  (seconds->date (+ (date->seconds date) (exact seconds)) (date-offset date)))

;;> (date=? left right): whether both are the same moment. Raises type.
;;> Example: (date=? (string->date "2024-01-01T01:00:00+01:00") (make-date 2024 1 1)) => #t
(define (date=? left right) (= (date->seconds left) (date->seconds right)))

;;> (date<? left right): whether the first is the earlier moment. Raises type.
;;> Example: (date<? (make-date 2024 1 1) (make-date 2024 1 2)) => #t
(define (date<? left right) (< (date->seconds left) (date->seconds right)))

;;> (date-week-day date): 1 for Monday to 7 for Sunday, as ISO 8601. Raises
;;> type.
;;> Example: (date-week-day (make-date 2024 2 29)) => 4
(define (date-week-day date) (+ 1 (modulo (+ (date->days date) 3) 7)))

;;> (date-year-day date): 1 for the first day of the year. Raises type.
;;> Example: (date-year-day (make-date 2024 12 31)) => 366
(define (date-year-day date)
  (+ 1 (- (date->days date) (%days (date-year date) 1 1))))

;;> (date-week-number date): the week of ISO 8601, 1 to 53: that of its
;;> Thursday. Raises type.
;;> Example: (map date-week-number (list (make-date 2024 1 1) (make-date 2021 1 3))) => (1 53)
(define (date-week-number date)
  (%civil (+ (date->days date) (- 4 (date-week-day date)))
          (lambda (year month day)
            (+ 1 (quotient (- (%days year month day) (%days year 1 1)) 7)))))
