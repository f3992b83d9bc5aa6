;;; Dates: a moment as the Gregorian calendar and a clock show it at some offset
;;; from UTC. The year before 1 is 0, as in ISO 8601.

(define-record-type date
  (%make-date nanosecond second minute hour day month year offset)
  date?
  (nanosecond %date-nanosecond)
  (second %date-second)
  (minute %date-minute)
  (hour %date-hour)
  (day %date-day)
  (month %date-month)
  (year %date-year)
  (offset %date-offset))

(define (%require-date object who)
  (if (not (date? object)) (%type-error who "a date" object)))

(define (%require-within object low high what who)
  (%require-integer object who)
  (if (not (<= low object high))
      (%error-of-kind 'range who (string-append "there is no " what) object)))

(define (%require-offset object who)
  (%require-within object -86399 86399 "offset" who))

;;> (date? object): whether it is a date. SRFI 19.
;;> Example: (map date? (list (make-date 0 0 0 0 1 1 2000 0) 2000)) => (#t #f)

;;> (make-date nanosecond second minute hour day month year zone-offset): the
;;> date; the offset is in seconds, east of Greenwich. The second may be 60.
;;> Raises type, range. SRFI 19.
;;> Example: (date->string (make-date 0 5 7 9 3 2 2005 3600) "~4") => "2005-02-03T09:07:05+0100"
(define (make-date nanosecond second minute hour day month year zone-offset)
  (%require-within nanosecond 0 999999999 "nanosecond" 'make-date)
  (%require-within second 0 60 "second" 'make-date)
  (%require-within minute 0 59 "minute" 'make-date)
  (%require-within hour 0 23 "hour" 'make-date)
  (%require-within month 1 12 "month" 'make-date)
  (%require-integer year 'make-date)
  (%require-within day 1 (%days-in-month year month) "day" 'make-date)
  (%require-offset zone-offset 'make-date)
  (%make-date nanosecond second minute hour day month year zone-offset))

(define-syntax %define-part
  (syntax-rules ()
    ((_ name get)
     (define (name date)
       (%require-date date 'name)
       (get date)))))

;;> (date-nanosecond date): 0 to 999999999. Raises type. SRFI 19.
;;> Example: (date-nanosecond (make-date 8 7 6 5 4 3 2 1)) => 8
(%define-part date-nanosecond %date-nanosecond)

;;> (date-second date): 0 to 60. Raises type. SRFI 19.
;;> Example: (date-second (make-date 8 7 6 5 4 3 2 1)) => 7
(%define-part date-second %date-second)

;;> (date-minute date): 0 to 59. Raises type. SRFI 19.
;;> Example: (date-minute (make-date 8 7 6 5 4 3 2 1)) => 6
(%define-part date-minute %date-minute)

;;> (date-hour date): 0 to 23. Raises type. SRFI 19.
;;> Example: (date-hour (make-date 8 7 6 5 4 3 2 1)) => 5
(%define-part date-hour %date-hour)

;;> (date-day date): 1 to 31. Raises type. SRFI 19.
;;> Example: (date-day (make-date 8 7 6 5 4 3 2 1)) => 4
(%define-part date-day %date-day)

;;> (date-month date): 1 to 12. Raises type. SRFI 19.
;;> Example: (date-month (make-date 8 7 6 5 4 3 2 1)) => 3
(%define-part date-month %date-month)

;;> (date-year date): its year. Raises type. SRFI 19.
;;> Example: (date-year (make-date 8 7 6 5 4 3 2 1)) => 2
(%define-part date-year %date-year)

;;> (date-zone-offset date): its offset from UTC in seconds. Raises type. SRFI
;;> 19.
;;> Example: (date-zone-offset (make-date 8 7 6 5 4 3 2 1)) => 1
(%define-part date-zone-offset %date-offset)

(define (%leap-year? year)
  (and (= (modulo year 4) 0)
       (or (not (= (modulo year 100) 0)) (= (modulo year 400) 0))))

(define (%days-in-month year month)
  (cond ((memv month '(4 6 9 11)) 30)
        ((not (= month 2)) 31)
        ((%leap-year? year) 29)
        (else 28)))

;; Days from 1970-01-01. Years are counted from March, so that the leap day is
;; the last of one.
(define (%days year month day)
  (let ((year (if (<= month 2) (- year 1) year))
        (month (modulo (+ month 9) 12)))
    (+ (* 365 year) (floor-quotient year 4) (- (floor-quotient year 100))
       (floor-quotient year 400)
       (quotient (+ (* 153 month) 2) 5)
       day -719469)))

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

(define (%date-days date)
  (%days (%date-year date) (%date-month date) (%date-day date)))

;; The moment. Second 60 is the leap second behind second 59.
(define (%date->utc date)
  (cons (+ (%date-nanosecond date)
           (* %nano
              (+ (* 86400 (%date-days date))
                 (* 3600 (%date-hour date))
                 (* 60 (%date-minute date))
                 (%date-second date)
                 (- (%date-offset date)))))
        (= (%date-second date) 60)))

(define (%utc->date utc offset)
  (let* ((leap (if (cdr utc) 1 0))
         (nanoseconds (+ (car utc) (* %nano (- offset leap))))
         (seconds (floor-quotient nanoseconds %nano))
         (days (floor-quotient seconds 86400))
         (rest (- seconds (* days 86400))))
    (%civil days
            (lambda (year month day)
              (%make-date (floor-remainder nanoseconds %nano)
                          (+ (modulo rest 60) leap)
                          (modulo (quotient rest 60) 60)
                          (quotient rest 3600)
                          day month year offset)))))

;; Julian days count from noon; 1970 began in the middle of one.
(define (%utc->julian-day utc)
  (+ 4881175/2 (/ (car utc) (* 86400 %nano))))

(define (%utc->modified-julian-day utc)
  (- (%utc->julian-day utc) 4800001/2))

(define (%julian-day->utc day who)
  (if (not (and (real? day) (finite? day)))
      (%type-error who "a number of days" day))
  (cons (floor (* 86400 %nano (- (exact day) 4881175/2))) #f))

(define (%modified-julian-day->utc day who)
  (if (not (and (real? day) (finite? day)))
      (%type-error who "a number of days" day))
  (%julian-day->utc (+ (exact day) 4800001/2) who))

;;> (current-date [offset]): the date now at the offset, 0 if there is none.
;;> Raises type, range. SRFI 19.
;;> Example: (< 2020 (date-year (current-date))) => #t
(define current-date
  (case-lambda
    (() (current-date 0))
    ((offset)
     (%require-offset offset 'current-date)
     (%utc->date (%now-utc) offset))))

;;> (current-julian-day): the Julian day now. SRFI 19.
;;> Example: (< 2459000 (current-julian-day)) => #t
(define (current-julian-day) (%utc->julian-day (%now-utc)))

;;> (current-modified-julian-day): the modified Julian day now. SRFI 19.
;;> Example: (< 59000 (current-modified-julian-day)) => #t
(define (current-modified-julian-day)
  (%utc->modified-julian-day (%now-utc)))

;;> (date-year-day date): 1 for the first day of the year. Raises type. SRFI 19.
;;> Example: (date-year-day (make-date 0 0 0 0 31 12 2024 0)) => 366
(define (date-year-day date)
  (%require-date date 'date-year-day)
  (+ 1 (- (%date-days date) (%days (%date-year date) 1 1))))

;;> (date-week-day date): 0 for Sunday to 6 for Saturday. Raises type. SRFI 19.
;;> Example: (date-week-day (make-date 0 0 0 0 29 2 2024 0)) => 4
(define (date-week-day date)
  (%require-date date 'date-week-day)
  (modulo (+ (%date-days date) 4) 7))

;;> (date-week-number date first-week-day): the number of its week in the year,
;;> from 0 for the first whole one; weeks begin with that day, 0 for Sunday.
;;> That of the days before the first whole week is -1. Raises type, range. SRFI
;;> 19.
;;> Example: (map (lambda (day) (date-week-number (make-date 0 0 0 0 day 1 2007 0) 0)) '(6 7 14)) => (-1 0 1)
(define (date-week-number date first-week-day)
  (%require-date date 'date-week-number)
  (%require-within first-week-day 0 6 "day of the week" 'date-week-number)
  (let* ((first (%days (%date-year date) 1 1))
         (before (modulo (- first-week-day (modulo (+ first 4) 7)) 7)))
    (floor-quotient (- (%date-days date) first before) 7)))
