;;; JSON: writing. A number is written so that reading gives it back.

;;> (json-write value [port [option ...]]): writes it, piece by piece. A list is
;;> an object if its first element is a pair that begins with a symbol or a
;;> string, and an array otherwise; () is the empty object. With arrays: and
;;> `list`, () is the empty array, and only symbols other than null begin what
;;> makes an object. Options: arrays: and depth:. Raises type for what JSON has
;;> no form for, range for values too deep inside of one another.
;;> Example: (call-with-output-string (lambda (p) (json-write '((name . "Ada") (tags . #(1 2.5 1/4 null #t))) p))) => "{\"name\":\"Ada\",\"tags\":[1,2.5,0.25,null,true]}"
(define (json-write value . options)
  (let* ((given? (and (pair? options) (port? (car options))))
         (port (if given? (car options) (current-output-port)))
         (options (if given? (cdr options) options)))
    (%check-options options (list arrays: depth:) 'json-write)
    (%write-json value port
                 (eq? 'list (%json-choice arrays: options '(vector list)
                                          'json-write))
                 (%option depth: options 1000))))

;;> (json->string value [option ...]): the text of it. Options and conditions
;;> are those of json-write.
;;> Example: (json->string "a \"quote\", a \\, a\nline") => "\"a \\\"quote\\\", a \\\\, a\\nline\""
;;> Example: (json->string '(1 (2) ()) arrays: 'list) => "[1,[2],[]]"
;;> Example: (guard (e ((condition? e) (condition-kind e))) (json->string (/ 0. 0.))) => type
(define (json->string value . options)
  (call-with-output-string
   (lambda (port) (apply json-write value port options))))

;; `depth` is how much deeper it may go.
(define (%write-json value port lists? depth)
  (cond ((string? value) (%write-json-string value port))
        ((number? value) (write-string (%json-number-text value) port))
        ((eq? value #t) (write-string "true" port))
        ((not value) (write-string "false" port))
        ((eq? value 'null) (write-string "null" port))
        ((<= depth 0)
         (%error-of-kind 'range 'json-write
                         "too many values inside of one another"))
        ((vector? value)
         (%write-array (vector->list value) port lists? (- depth 1)))
        ((null? value) (write-string (if lists? "[]" "{}") port))
        ((hash-table? value)
         (%write-members (hash-table->alist value) port lists? (- depth 1)))
        ((and (list? value) (%association? (car value) lists?))
         (%write-members value port lists? (- depth 1)))
        ((list? value) (%write-array value port lists? (- depth 1)))
        (else
         (%type-error 'json-write
                      (string-append "a string, real number, boolean, null, "
                                     "vector, list or table")
                      value))))

;; A list that was an array may begin with an array of strings or null.
(define (%association? object lists?)
  (and (pair? object)
       (if lists?
           (and (symbol? (car object)) (not (json-null? (car object))))
           (or (symbol? (car object)) (string? (car object))))))

(define (%write-array elements port lists? depth)
  (%write-between "[" elements "]" port
                  (lambda (element) (%write-json element port lists? depth))))

(define (%write-members members port lists? depth)
  (%write-between
   "{" members "}" port
   (lambda (member)
     (if (not (and (pair? member)
                   (or (symbol? (car member)) (string? (car member)))))
         (%type-error 'json-write "a symbol or string and its value" member))
     (%write-json-string (if (symbol? (car member))
                             (symbol->string (car member))
                             (car member))
                         port)
     (write-char #\: port)
     (%write-json (cdr member) port lists? depth))))

(define (%write-between open elements close port write-element)
  (write-string open port)
  (let loop ((elements elements) (first? #t))
    (if (pair? elements)
        (begin
          (if (not first?) (write-char #\, port))
          (write-element (car elements))
          (loop (cdr elements) #f))))
  (write-string close port))

;; Runs of what needs no escape are written at once.
(define (%write-json-string text port)
  (let ((length (string-length text)))
    (write-char #\" port)
    (let loop ((start 0) (index 0))
      (if (= index length)
          (write-string text port start index)
          (let ((escape (%json-escape-of (string-ref text index))))
            (if escape
                (begin
                  (write-string text port start index)
                  (write-string escape port)
                  (loop (+ index 1) (+ index 1)))
                (loop start (+ index 1))))))
    (write-char #\" port)))

(define (%json-escape-of c)
  (case c
    ((#\") "\\\"")
    ((#\\) "\\\\")
    ((#\newline) "\\n")
    ((#\return) "\\r")
    ((#\tab) "\\t")
    (else
     (and (char<? c #\space)
          (string-append (if (char<? c #\x10) "\\u000" "\\u00")
                         (number->string (char->integer c) 16))))))

(define (%json-number-text number)
  (cond ((exact-integer? number) (number->string number))
        ((and (real? number) (exact? number)) (%decimal-text number))
        ((and (real? number) (finite? number)) (number->string number))
        (else (%type-error 'json-write "a finite real number" number))))

;; An exact fraction, if it has an end when it is written with a point.
(define (%decimal-text number)
  (let* ((twos (%factors (denominator number) 2 0))
         (fives (%factors (denominator number) 5 0))
         (places (max twos fives)))
    (if (not (= (denominator number) (* (expt 2 twos) (expt 5 fives))))
        (%type-error 'json-write
                     "a number with finitely many decimal places" number))
    (let* ((digits (number->string (abs (* number (expt 10 places)))))
           (padded (string-append
                    (make-string (max 0 (- (+ places 1) (string-length digits)))
                                 #\0)
                    digits))
           (point (- (string-length padded) places)))
      (string-append (if (negative? number) "-" "")
                     (substring padded 0 point) "."
                     (substring padded point (string-length padded))))))

(define (%factors number factor count)
  (if (zero? (remainder number factor))
      (%factors (quotient number factor) factor (+ count 1))
      count))
