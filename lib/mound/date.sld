;;; Dates of the Gregorian calendar, and their text.

(define-library (mound date)
  (import (mound syntax) (mound base))
  (export
    current-date date->days date->seconds date->string date-add date-day
    date-hour date-minute date-month date-nanosecond date-offset date-second
    date-week-day date-week-number date-year date-year-day date=? date<? date?
    days-in-month leap-year? make-date seconds->date string->date)
  (include "date.scm" "date-text.scm"))
