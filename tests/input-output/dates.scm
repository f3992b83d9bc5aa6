;; Dates and text.
(import (scheme base) (scheme write) (mound clock) (mound date))

(define (show object) (write object) (newline))

;; Every day of 800 years has one number, and each number one day.
(define (days-agree? from to)
  (let loop ((year from) (month 1) (day 1)
             (number (date->days (make-date from 1 1))))
    (cond ((= year to) #t)
          ((not (= number (date->days (make-date year month day))))
           (list year month day))
          ((< day (days-in-month year month))
           (loop year month (+ day 1) (+ number 1)))
          ((< month 12) (loop year (+ month 1) 1 (+ number 1)))
          (else (loop (+ year 1) 1 1 (+ number 1))))))
(show (days-agree? 1890 1910))
(show (days-agree? 1996 2005))
(show (days-agree? -5 5))
(define (returns? seconds)
  (= seconds (date->seconds (seconds->date seconds))))
(define (all-return? from to step)
  (cond ((> from to) #t)
        ((returns? from) (all-return? (+ from step) to step))
        (else from)))
(show (all-return? -70000000000 70000000000 233333333))
(show (returns? 1234567890123456789/1000000000))

(define (text seconds . offset)
  (date->string (apply seconds->date seconds offset)))
(show (map text '(0 -1 951782400 951868799 4102444800 -62135596800)))
(show (text 1700000000 -12600))
(show (text 3/2))
(show (map (lambda (text)
             (let ((date (string->date text)))
               (if date (date->seconds date) date)))
           '("1970-01-01" "1970-01-01T00:00Z" "1970-01-01T00:00:01"
             "1970-01-01 01:00:00+01:00" "1969-12-31T19:00:00-0500"
             "1970-01-01T00:00:00.25Z" "1970-13-01" "1970-02-29" "1970-1-1"
             "1970-01-01T24:00" "1970-01-01T00:00:00Zjunk" "")))
(define (round-trip? string)
  (string=? string (date->string (string->date string))))
(show (map round-trip?
           '("2024-02-29T23:59:59Z" "2024-02-29T23:59:59.5-03:30"
             "0099-01-01T00:00:00Z" "2024-12-31T00:00:00.000000001+14:00")))
(show (date->string (make-date 2024 1 1 9 8 7) "~A ~B ~j ~V ~N ~z 100~~"))
(show (map date-week-day
           (list (make-date 1970 1 1) (make-date 2000 1 1)
                 (make-date 2023 12 31))))
(show (map date-week-number
           (list (make-date 2020 12 31) (make-date 2018 12 31)
                 (make-date 2016 1 1) (make-date 2024 7 4))))
(show (guard (e (#t 'no)) (make-date 2023 2 29)))
(show (guard (e (#t 'no)) (date->string (make-date 2023 2 28) "~q")))
(show (date<? (make-date 2023 2 28) (make-date 2023 3 1)))
(show (<= 0.02 (time-of (lambda () (sleep 0.02)))))
(show (let ((before (monotonic-time)))
        (sleep 0.01)
        (< before (monotonic-time) (+ before 60))))
