;;; Dates as text, by ISO 8601 or a template.

;; The number with at least so many digits.
(define (%digits number width)
  (let ((text (number->string (abs number))))
    (string-append (if (< number 0) "-" "")
                   (make-string (max 0 (- width (string-length text))) #\0)
                   text)))

(define %month-names
  '#("January" "February" "March" "April" "May" "June" "July" "August"
     "September" "October" "November" "December"))

(define %day-names
  '#("Monday" "Tuesday" "Wednesday" "Thursday" "Friday" "Saturday" "Sunday"))

;;> (date->string date): the date by ISO 8601, with as many digits of the second
;;> as it has. (date->string date template): the template with ~Y year, ~m
;;> month, ~d day, ~H hour, ~M minute, ~S second, ~N nanosecond, ~z offset, ~A
;;> and ~a day of the week, ~B and ~b month, ~j day of the year, ~V week, ~~ a
;;> tilde. Raises type, range.
;;> Example: (date->string (make-date 2024 2 29 7 5 9) "~a ~d ~B ~Y, ~H:~M") => "Thu 29 February 2024, 07:05"
(define date->string
  (case-lambda
    ((date)
     (string-append
      (date->string date "~Y-~m-~dT~H:~M:~S")
      (%fraction (date-nanosecond date))
      (%offset-text (date-offset date))))
    ((date template)
     (call-with-output-string
      (lambda (port)
        (let loop ((start 0))
          (let ((tilde (string-search "~" template start)))
            (if (not tilde)
                (write-string template port start)
                (begin
                  (write-string template port start tilde)
                  (write-string (%directive date template (+ tilde 1)) port)
                  (loop (+ tilde 2)))))))))))

(define (%directive date template index)
  (let ((letter (if (< index (string-length template))
                    (string-ref template index)
                    #\nul)))
    (case letter
      ((#\Y) (%digits (date-year date) 4))
      ((#\m) (%digits (date-month date) 2))
      ((#\d) (%digits (date-day date) 2))
      ((#\H) (%digits (date-hour date) 2))
      ((#\M) (%digits (date-minute date) 2))
      ((#\S) (%digits (date-second date) 2))
      ((#\N) (%digits (date-nanosecond date) 9))
      ((#\z) (%offset-text (date-offset date)))
      ((#\A) (vector-ref %day-names (- (date-week-day date) 1)))
      ((#\a) (substring (vector-ref %day-names (- (date-week-day date) 1)) 0 3))
      ((#\B) (vector-ref %month-names (- (date-month date) 1)))
      ((#\b) (substring (vector-ref %month-names (- (date-month date) 1)) 0 3))
      ((#\j) (%digits (date-year-day date) 3))
      ((#\V) (%digits (date-week-number date) 2))
      ((#\~) "~")
      (else
       (%error-of-kind 'range 'date->string
                       "there is no such directive in a template:" letter)))))

;; The part of a second with its dot, without zeros at the end.
(define (%fraction nanosecond)
  (if (= nanosecond 0)
      ""
      (let ((digits (%digits nanosecond 9)))
        (let loop ((end 9))
          (if (char=? (string-ref digits (- end 1)) #\0)
              (loop (- end 1))
              (string-append "." (substring digits 0 end)))))))

(define (%offset-text offset)
  (if (= offset 0)
      "Z"
      (let ((minutes (quotient (abs offset) 60)))
        (string-append (if (< offset 0) "-" "+")
                       (%digits (quotient minutes 60) 2) ":"
                       (%digits (modulo minutes 60) 2)))))

;;> (string->date string): the date that ISO 8601 text means: a day, as
;;> 2024-02-29, or a day and a time, as 2024-02-29T12:30:00.5+01:00, with a
;;> space instead of T, without seconds, or without offset, which means UTC. #f
;;> for other text. Raises type.
;;> Example: (map (lambda (text) (let ((date (string->date text))) (and date (date->string date)))) '("2024-02-29" "2024-02-29 12:30" "2024-02-30" "today")) => ("2024-02-29T00:00:00Z" "2024-02-29T12:30:00Z" #f #f)
(define (string->date string)
  (if (not (string? string)) (%type-error 'string->date "a string" string))
  (%call-with-escape
   (lambda (escape)
     (let ((fail (lambda () (escape (lambda () #f)))))
       (%parse-date string fail)))))

(define (%parse-date text fail)
  (let ((position 0) (length (string-length text)))
    (define (next)
      (if (< position length) (string-ref text position) #\nul))
    (define (skip) (set! position (+ position 1)))
    (define (expect char) (if (char=? (next) char) (skip) (fail)))
    (define (digit)
      (let ((digit (char->integer (next))))
        (skip)
        (if (<= 48 digit 57) (- digit 48) (fail))))
    (define (number width)
      (let loop ((width width) (value 0))
        (if (= width 0) value (loop (- width 1) (+ (* value 10) (digit))))))
    (define (fraction)
      (let loop ((scale 100000000) (value 0))
        (if (<= 48 (char->integer (next)) 57)
            (let ((digit (digit)))
              (loop (quotient scale 10) (+ value (* scale digit))))
            value)))
    (define (offset)
      (case (next)
        ((#\Z #\z) (skip) 0)
        ((#\+) (skip) (hours-and-minutes))
        ((#\-) (skip) (- (hours-and-minutes)))
        (else 0)))
    (define (hours-and-minutes)
      (let ((hours (number 2)))
        (if (char=? (next) #\:) (skip))
        (let ((minutes (number 2)))
          (if (or (> hours 23) (> minutes 59)) (fail))
          (+ (* 3600 hours) (* 60 minutes)))))
    (define (checked year month day hour minute second nanosecond offset)
      (if (and (= position length) (<= 1 month 12)
               (<= 1 day (days-in-month year month))
               (<= hour 23) (<= minute 59) (<= second 59))
          (make-date year month day hour minute second nanosecond offset)
          (fail)))
    (let* ((year (number 4))
           (month (begin (expect #\-) (number 2)))
           (day (begin (expect #\-) (number 2))))
      (if (not (memv (next) '(#\T #\t #\space)))
          (checked year month day 0 0 0 0 0)
          (let* ((hour (begin (skip) (number 2)))
                 (minute (begin (expect #\:) (number 2)))
                 (second (if (char=? (next) #\:)
                             (begin (skip) (number 2))
                             0))
                 (nanosecond (if (char=? (next) #\.)
                                 (begin (skip) (fraction))
                                 0))
                 (offset (offset)))
            (checked year month day hour minute second nanosecond offset))))))
