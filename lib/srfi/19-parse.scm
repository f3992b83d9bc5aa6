;;; Dates from text.

(define (%bad-date why string template)
  (%error-of-kind 'error 'string->date why string template))

;; The directives, each with whether what may stand before it is passed over,
;; and what reads it: a procedure of the parts, a vector like the arguments of
;; make-date, the string and an index; it returns the index behind, or #f.
(define (%reader directive)
  (case directive
    ((#\~) (cons #f %read-tilde))
    ((#\a #\A) (cons char-alphabetic? (%name-reader %week-days #f)))
    ((#\b #\B #\h) (cons char-alphabetic? (%name-reader %months 5)))
    ((#\d) (cons char-numeric? (%number-reader 2 4)))
    ((#\e) (cons #f (%number-reader 2 4)))
    ((#\H) (cons char-numeric? (%number-reader 2 3)))
    ((#\k) (cons #f (%number-reader 2 3)))
    ((#\m) (cons char-numeric? (%number-reader 2 5)))
    ((#\M) (cons char-numeric? (%number-reader 2 2)))
    ((#\N) (cons char-numeric? (%number-reader 9 0)))
    ((#\S) (cons char-numeric? (%number-reader 2 1)))
    ((#\y) (cons char-numeric? %read-short-year))
    ((#\Y) (cons (lambda (char) (or (char-numeric? char) (char=? char #\-)))
                 %read-year))
    ((#\z) (cons #f %read-zone))
    (else #f)))

(define (%read-tilde parts string index)
  (and (< index (string-length string))
       (char=? (string-ref string index) #\~)
       (+ index 1)))

;; Calls (found number end) for a number of at most so many digits, which begins
;; after blanks; else returns #f.
(define (%with-digits string index most found)
  (let* ((length (string-length string))
         (start (let loop ((index index))
                  (if (and (< index length)
                           (char=? (string-ref string index) #\space))
                      (loop (+ index 1))
                      index))))
    (let loop ((index start) (number 0))
      (let ((digit (and (< index length)
                        (< (- index start) most)
                        (digit-value (string-ref string index)))))
        (cond (digit (loop (+ index 1) (+ (* 10 number) digit)))
              ((= index start) #f)
              (else (found number index)))))))

(define (%number-reader most part)
  (lambda (parts string index)
    (%with-digits string index most
                  (lambda (number end)
                    (vector-set! parts part number)
                    end))))

(define (%read-year parts string index)
  (let* ((negative? (and (< index (string-length string))
                         (char=? (string-ref string index) #\-))))
    (%with-digits string (if negative? (+ index 1) index) 9
                  (lambda (number end)
                    (vector-set! parts 6 (if negative? (- number) number))
                    end))))

;; Of the years that end in these digits, the one nearest to now.
(define (%read-short-year parts string index)
  (%with-digits string index 2
                (lambda (number end)
                  (let* ((now (date-year (current-date)))
                         (year (+ (* 100 (floor-quotient now 100)) number)))
                    (vector-set! parts 6
                                 (cond ((> (- year now) 50) (- year 100))
                                       ((>= (- now year) 50) (+ year 100))
                                       (else year)))
                    end))))

;; A name, or its first three letters.
(define (%name-reader names part)
  (lambda (parts string index)
    (let loop ((k 0))
      (and (< k (vector-length names))
           (let* ((name (vector-ref names k))
                  (end (or (%after name string index)
                           (%after (%short name) string index))))
             (if end
                 (begin
                   (if part (vector-set! parts part (+ k 1)))
                   end)
                 (loop (+ k 1))))))))

(define (%after name string index)
  (let ((end (+ index (string-length name))))
    (and (<= end (string-length string))
         (string-ci=? name (substring string index end))
         end)))

;; Z, or +hhmm, -hhmm, with or without a colon.
(define (%read-zone parts string index)
  (let ((char (if (< index (string-length string))
                  (string-ref string index)
                  #\?)))
    (cond ((memv char '(#\Z #\z))
           (vector-set! parts 7 0)
           (+ index 1))
          ((memv char '(#\+ #\-))
           (%read-offset parts string (+ index 1) (if (char=? char #\-) -1 1)))
          (else #f))))

(define (%read-offset parts string index sign)
  (%exactly-two
   string index
   (lambda (hours middle)
     (let ((start (if (and (< middle (string-length string))
                           (char=? (string-ref string middle) #\:))
                      (+ middle 1)
                      middle)))
       (%exactly-two
        string start
        (lambda (minutes end)
          (vector-set! parts 7 (* sign (+ (* 3600 hours) (* 60 minutes))))
          end))))))

(define (%exactly-two string index found)
  (and (<= (+ index 2) (string-length string))
       (let ((high (digit-value (string-ref string index)))
             (low (digit-value (string-ref string (+ index 1)))))
         (and high low (found (+ (* 10 high) low) (+ index 2))))))

;;> (string->date string template): the date in the string, which is as the
;;> template says. The directives ~a ~A ~b ~B ~h ~d ~H ~m ~M ~S ~N ~y ~Y pass
;;> over what cannot begin them; ~e ~k and ~z do not; all else stands for
;;> itself. Day, month and year must be there; the rest is 0 if it is not.
;;> Raises type, range, error. SRFI 19.
;;> Example: (date->string (string->date "Thu, 3 Feb 2005 9:07 +0130" "~a, ~d ~b ~Y ~H:~M ~z") "~4") => "2005-02-03T09:07:00+0130"
(define (string->date string template)
  (if (not (string? string)) (%type-error 'string->date "a string" string))
  (if (not (string? template)) (%type-error 'string->date "a string" template))
  (let ((parts (vector 0 0 0 0 #f #f #f 0))
        (length (string-length string))
        (end (string-length template)))
    (define (skip to? index)
      (if (and (< index length) (not (to? (string-ref string index))))
          (skip to? (+ index 1))
          index))
    (let loop ((at 0) (index 0))
      (if (< at end)
          (let ((char (string-ref template at)))
            (if (char=? char #\~)
                (let ((reader (and (< (+ at 1) end)
                                   (%reader (string-ref template (+ at 1))))))
                  (if (not reader)
                      (%bad-date "there is no such directive"
                                 (substring template at end) template))
                  (let ((next ((cdr reader) parts string
                                            (if (car reader)
                                                (skip (car reader) index)
                                                index))))
                    (if (not next)
                        (%bad-date "the string is not as the template says"
                                   string template))
                    (loop (+ at 2) next)))
                (if (and (< index length)
                         (char=? char (string-ref string index)))
                    (loop (+ at 1) (+ index 1))
                    (%bad-date "the string is not as the template says"
                               string template))))))
    (if (memq #f (vector->list parts))
        (%bad-date "day, month or year is not given" string template))
    (%from-parts parts)))

(define (%from-parts parts)
  (for-each (lambda (part low high what)
              (%require-within (vector-ref parts part) low high what
                               'string->date))
            '(1 2 3 5) '(0 0 0 1) '(60 59 23 12)
            '("second" "minute" "hour" "month"))
  (%require-within (vector-ref parts 4) 1
                   (%days-in-month (vector-ref parts 6) (vector-ref parts 5))
                   "day" 'string->date)
  (%require-offset (vector-ref parts 7) 'string->date)
  (apply %make-date (vector->list parts)))
