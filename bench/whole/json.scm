;;; A parser of JSON by characters from a port, with errors that tell the line, a printer with
;;; indentation, and queries. Objects are association lists with strings, arrays are vectors.

(define-record-type source
  (make-source port line)
  source?
  (port source-port)
  (line source-line set-source-line!))

(define (peek source) (peek-char (source-port source)))

(define (next! source)
  (let ((character (read-char (source-port source))))
    (if (eqv? character #\newline)
        (set-source-line! source (+ 1 (source-line source))))
    character))

(define (complain source message)
  (raise (list 'json-error message (source-line source))))

(define (skip-space source)
  (let ((character (peek source)))
    (if (and (char? character) (char-whitespace? character))
        (begin
          (next! source)
          (skip-space source)))))

(define (expect! source wanted)
  (skip-space source)
  (if (eqv? (peek source) wanted)
      (next! source)
      (complain source (string-append "expected " (string wanted)))))

(define (parse-value source)
  (skip-space source)
  (let ((character (peek source)))
    (cond ((eof-object? character) (complain source "unexpected end"))
          ((char=? character #\{) (parse-object source))
          ((char=? character #\[) (parse-array source))
          ((char=? character #\") (parse-string source))
          ((or (char=? character #\-) (char-numeric? character))
           (parse-number source))
          ((char-alphabetic? character) (parse-word source))
          (else (complain source "unexpected character")))))

;; Parses items until the closing character; `parse-item` reads one.
(define (parse-items source closing parse-item)
  (next! source)
  (skip-space source)
  (if (eqv? (peek source) closing)
      (begin
        (next! source)
        '())
      (let loop ((items (list (parse-item source))))
        (skip-space source)
        (cond ((eqv? (peek source) #\,)
               (next! source)
               (loop (cons (parse-item source) items)))
              (else
               (expect! source closing)
               (reverse items))))))

(define (parse-array source)
  (list->vector (parse-items source #\] parse-value)))

(define (parse-object source)
  (list 'object
        (parse-items source
                     #\}
                     (lambda (source)
                       (skip-space source)
                       (if (not (eqv? (peek source) #\"))
                           (complain source "expected a name"))
                       (let ((name (parse-string source)))
                         (expect! source #\:)
                         (cons name (parse-value source)))))))

(define (parse-string source)
  (let ((port (open-output-string)))
    (next! source)
    (let loop ()
      (let ((character (next! source)))
        (cond ((eof-object? character) (complain source "open string"))
              ((char=? character #\") (get-output-string port))
              ((char=? character #\\)
               (write-char (parse-escape source) port)
               (loop))
              (else
               (write-char character port)
               (loop)))))))

(define (parse-escape source)
  (let ((character (next! source)))
    (case character
      ((#\n) #\newline)
      ((#\t) #\tab)
      ((#\" #\\ #\/) character)
      ((#\u)
       (let loop ((count 4) (code 0))
         (if (= count 0)
             (integer->char code)
             (let ((digit (string->number (string (next! source)) 16)))
               (if (not digit) (complain source "wrong escape"))
               (loop (- count 1) (+ (* 16 code) digit))))))
      (else (complain source "wrong escape")))))

;; The characters while they are good, as a string.
(define (take-while source good?)
  (let loop ((characters '()))
    (let ((character (peek source)))
      (if (and (char? character) (good? character))
          (begin
            (next! source)
            (loop (cons character characters)))
          (list->string (reverse characters))))))

(define (parse-number source)
  (let* ((text (take-while source
                           (lambda (character)
                             (or (char-numeric? character)
                                 (memv character '(#\- #\+ #\. #\e #\E))))))
         (number (string->number text)))
    (or number (complain source "wrong number"))))

(define (parse-word source)
  (let ((word (take-while source char-alphabetic?)))
    (cond ((string=? word "true") #t)
          ((string=? word "false") #f)
          ((string=? word "null") 'null)
          (else (complain source "unknown word")))))

(define (parse-json text)
  (let* ((source (make-source (open-input-string text) 1))
         (value (parse-value source)))
    (skip-space source)
    (if (eof-object? (peek source))
        value
        (complain source "text after the value"))))

;;; The printer.

(define (write-json value port)
  (define (break-line depth)
    (newline port)
    (write-string (make-string (* 2 depth) #\space) port))
  (define (write-items items depth opening closing write-item)
    (write-string opening port)
    (let loop ((items items) (first? #t))
      (if (pair? items)
          (begin
            (if (not first?) (write-string "," port))
            (break-line (+ depth 1))
            (write-item (car items) (+ depth 1))
            (loop (cdr items) #f))))
    (if (pair? items) (break-line depth))
    (write-string closing port))
  (define (write-value value depth)
    (cond ((string? value) (write-json-string value port))
          ((number? value) (write-string (number->string value) port))
          ((eq? value #t) (write-string "true" port))
          ((eq? value #f) (write-string "false" port))
          ((eq? value 'null) (write-string "null" port))
          ((vector? value)
           (write-items (vector->list value) depth "[" "]" write-value))
          (else
           (write-items (cadr value)
                        depth
                        "{"
                        "}"
                        (lambda (entry depth)
                          (write-json-string (car entry) port)
                          (write-string ": " port)
                          (write-value (cdr entry) depth))))))
  (write-value value 0))

(define (write-json-string text port)
  (write-char #\" port)
  (string-for-each (lambda (character)
                     (case character
                       ((#\newline) (write-string "\\n" port))
                       ((#\tab) (write-string "\\t" port))
                       ((#\" #\\)
                        (write-char #\\ port)
                        (write-char character port))
                       (else (write-char character port))))
                   text)
  (write-char #\" port))

(define (json->string value)
  (let ((port (open-output-string)))
    (write-json value port)
    (get-output-string port)))

;;; Queries.

;; The value at a path of names and indices, or #f.
(define (at value path)
  (cond ((null? path) value)
        ((and (vector? value) (number? (car path)))
         (and (< (car path) (vector-length value))
              (at (vector-ref value (car path)) (cdr path))))
        ((and (pair? value) (string? (car path)))
         (let ((found (assoc (car path) (cadr value))))
           (and found (at (cdr found) (cdr path)))))
        (else #f)))

(define (count-values value)
  (cond ((vector? value)
         (apply + 1 (map count-values (vector->list value))))
        ((pair? value)
         (apply +
                1
                (map (lambda (entry) (count-values (cdr entry))) (cadr value))))
        (else 1)))

(define (make-record number)
  (let ((text (number->string number)))
    (string-append
     "{\"id\": " text ",\n \"name\": \"person \\\"" text "\\\"\\u0041\", "
     "\"tags\":[\"a\\tb\", \"" text "x\", null , true],\n"
     "\"position\" : { \"latitude\": -" text ".25, \"longitude\": 1.525e2 },"
     "\"friends\": [" text ", [ ], {} , [[" text "]]] }")))

(define (make-text count)
  (let loop ((number 1) (parts '()))
    (if (> number count)
        (string-append "[" (apply string-append (reverse (cdr parts))) "]\n")
        (loop (+ number 1) (cons ",\n" (cons (make-record number) parts))))))

(define broken
  '("[1, 2" "{\"a\" 1}" "[\n\n1 2]" "\"abc" "{\"a\": nul}" "[1]\n x" "\"\\q\""
    "[--1]"))

(define (problem text)
  (guard (reason ((pair? reason) (caddr reason)))
    (parse-json text)
    'none))

(define (benchmark count)
  (let* ((value (parse-json (make-text count)))
         (printed (json->string value))
         (again (parse-json printed)))
    (list (count-values value)
          (string-length printed)
          (equal? value again)
          (at value (list (- count 1) "name"))
          (at value '(0 "friends" 3 0 0))
          (map problem broken))))
