;;; Dates as text, in English.

(define %week-days
  #("Sunday" "Monday" "Tuesday" "Wednesday" "Thursday" "Friday" "Saturday"))

(define %months
  #("January" "February" "March" "April" "May" "June" "July" "August"
    "September" "October" "November" "December"))

(define (%week-day-name date) (vector-ref %week-days (date-week-day date)))
(define (%month-name date) (vector-ref %months (- (%date-month date) 1)))
(define (%short name) (substring name 0 3))

(define (%padded number width char)
  (let* ((text (number->string (abs number)))
         (missing (- width (string-length text))))
    (string-append (if (< number 0) "-" "")
                   (if (> missing 0) (make-string missing char) "")
                   text)))

(define (%two number) (%padded number 2 #\0))

;; 1 to 12.
(define (%hour-12 date)
  (let ((hour (modulo (%date-hour date) 12))) (if (= hour 0) 12 hour)))

;; Seconds with their fraction, without zeros at its end but for the first
;; digit.
(define (%fraction date)
  (let loop ((digits (%padded (%date-nanosecond date) 9 #\0)))
    (let ((last (- (string-length digits) 1)))
      (if (and (> last 0) (char=? (string-ref digits last) #\0))
          (loop (substring digits 0 last))
          (string-append (number->string (%date-second date)) "." digits)))))

(define (%zone date)
  (let* ((offset (%date-offset date)) (minutes (quotient (abs offset) 60)))
    (if (= offset 0)
        "Z"
        (string-append (if (< offset 0) "-" "+")
                       (%two (quotient minutes 60))
                       (%two (remainder minutes 60))))))

;; The week of the year, from the first one that begins in it, which is 1.
(define (%week date first-week-day)
  (let* ((from-first (modulo (- (date-week-day date) first-week-day) 7)))
    (quotient (+ (date-year-day date) 6 (- from-first)) 7)))

;; The week of ISO 8601: that of its Thursday.
(define (%iso-week date)
  (%civil (- (+ (%date-days date) 3) (modulo (+ (%date-days date) 3) 7))
          (lambda (year month day)
            (+ 1 (quotient (- (%days year month day) (%days year 1 1)) 7)))))

;; The text for a directive, or #f if there is none.
(define (%directive char date)
  (case char
    ((#\~) "~")
    ((#\a) (%short (%week-day-name date)))
    ((#\A) (%week-day-name date))
    ((#\b #\h) (%short (%month-name date)))
    ((#\B) (%month-name date))
    ((#\c) (%format "~a ~b ~d ~H:~M:~S~z ~Y" date))
    ((#\d) (%two (%date-day date)))
    ((#\D #\x) (%format "~m/~d/~y" date))
    ((#\e) (%padded (%date-day date) 2 #\space))
    ((#\f) (%fraction date))
    ((#\H) (%two (%date-hour date)))
    ((#\I) (%two (%hour-12 date)))
    ((#\j) (%padded (date-year-day date) 3 #\0))
    ((#\k) (%padded (%date-hour date) 2 #\space))
    ((#\l) (%padded (%hour-12 date) 2 #\space))
    ((#\m) (%two (%date-month date)))
    ((#\M) (%two (%date-minute date)))
    ((#\n) "\n")
    ((#\N) (%padded (%date-nanosecond date) 9 #\0))
    ((#\p) (if (< (%date-hour date) 12) "AM" "PM"))
    ((#\r) (%format "~I:~M:~S ~p" date))
    ((#\s)
     (number->string (floor-quotient (car (%date->utc date)) %nano)))
    ((#\S) (%two (%date-second date)))
    ((#\t) "\t")
    ((#\T #\X #\3) (%format "~H:~M:~S" date))
    ((#\U) (%two (%week date 0)))
    ((#\V) (%two (%iso-week date)))
    ((#\w) (number->string (date-week-day date)))
    ((#\W) (%two (%week date 1)))
    ((#\y) (%two (modulo (%date-year date) 100)))
    ((#\Y) (%padded (%date-year date) 4 #\0))
    ((#\z #\Z) (%zone date))
    ((#\1) (%format "~Y-~m-~d" date))
    ((#\2) (%format "~H:~M:~S~z" date))
    ((#\4) (%format "~Y-~m-~dT~H:~M:~S~z" date))
    ((#\5) (%format "~Y-~m-~dT~H:~M:~S" date))
    (else #f)))

(define (%format template date)
  (let ((port (open-output-string)) (end (string-length template)))
    (let loop ((index 0))
      (if (< index end)
          (let ((char (string-ref template index)))
            (if (char=? char #\~)
                (let ((text (and (< (+ index 1) end)
                                 (%directive (string-ref template (+ index 1))
                                             date))))
                  (if (not text)
                      (%error-of-kind 'error 'date->string
                                      "there is no such directive"
                                      (substring template index end)))
                  (write-string text port)
                  (loop (+ index 2)))
                (begin
                  (write-char char port)
                  (loop (+ index 1)))))))
    (get-output-string port)))

;;> (date->string date [template]): the text of the date by the template, "~c"
;;> if there is none: ~a ~A day of the week, ~b ~h ~B month, ~d ~e ~j day, ~m ~y
;;> ~Y month and year, ~H ~k ~I ~l ~p hour, ~M ~S ~N ~f minute, second,
;;> nanosecond and second with fraction, ~s seconds since 1970, ~U ~V ~W ~w
;;> weeks, ~z ~Z offset, ~c ~D ~r ~T ~x ~X whole dates and times, ~1 to ~5 those
;;> of ISO 8601, ~n ~t ~~ characters. Raises type, error. SRFI 19.
;;> Example: (date->string (make-date 0 5 7 9 3 2 2005 0) "~A ~e ~B ~Y, ~H:~M") => "Thursday  3 February 2005, 09:07"
(define date->string
  (case-lambda
    ((date) (date->string date "~c"))
    ((date template)
     (%require-date date 'date->string)
     (if (not (string? template))
         (%type-error 'date->string "a string" template))
     (%format template date))))
