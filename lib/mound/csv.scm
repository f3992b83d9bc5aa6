;;; Tables as text with commas (RFC 4180). A row is a list of strings. A field
;;; in quotes may contain commas, ends of lines, and quotes, each written twice.
;;; Rows end with a line feed or with a carriage return and a line feed.
;;;
;;; What is malformed raises read-error, with the line: a quote in the middle of
;;; a field, anything but a comma behind a closing quote, a field without its
;;; closing quote. Other readers guess there, each in its own way.

;; What a reader knows of a port beside what is in it.
(define-record-type csv-source
  (%make-csv-source port separator line)
  csv-source?
  (port %source-port)
  (separator %source-separator)
  (line %source-line %source-line-set!))

;;> (read-csv-row port [separator]): the next row as a list of strings, or an
;;> end of file object. A line without characters is a row of one empty string.
;;> The separator is a comma if it is not given. Raises type, read.
;;> Example: (read-csv-row (open-input-string "a,\"b \"\"c\"\", d\",\r\n1,2,3\r\n")) => ("a" "b \"c\", d" "")
;;> Example: (read-csv-row (open-input-string "a;b,c\n") #\;) => ("a" "b,c")
;;> Example: (guard (e ((read-error? e) (error-object-message e))) (read-csv-row (open-input-string "a,b\"c\n"))) => "line 1: a quote in the middle of a field"
(define (read-csv-row port . separator)
  (%read-row (%csv-source port separator 'read-csv-row)))

;;> (csv-for-each procedure port [separator]): calls it with each row of what is
;;> left in the port, which is not kept. Raises type, read.
;;> Example: (let ((sum 0)) (csv-for-each (lambda (row) (set! sum (+ sum (string->number (cadr row))))) (open-input-string "a,1\nb,2\n")) sum) => 3
(define (csv-for-each procedure port . separator)
  (%require-callback procedure 1 'csv-for-each)
  (let ((source (%csv-source port separator 'csv-for-each)))
    (let loop ()
      (let ((row (%read-row source)))
        (if (not (eof-object? row))
            (begin (procedure row) (loop)))))))

;;> (csv->list text-or-port [separator]): a list of all rows. Raises type, read.
;;> Example: (csv->list "name,age\nAda,36\n\"Hop\nper\",85") => (("name" "age") ("Ada" "36") ("Hop\nper" "85"))
(define (csv->list text-or-port . separator)
  (let ((source (%csv-source (if (string? text-or-port)
                                 (open-input-string text-or-port)
                                 text-or-port)
                             separator
                             'csv->list)))
    (let loop ((rows '()))
      (let ((row (%read-row source)))
        (if (eof-object? row) (reverse rows) (loop (cons row rows)))))))

;;> (write-csv-row row [port [separator]]): writes it with the end of a line.
;;> Its fields are strings, numbers and symbols; what could be misread goes into
;;> quotes. Raises type.
;;> Example: (call-with-output-string (lambda (p) (write-csv-row '("a,b" 1/2 say "\"hi\"" "") p))) => "\"a,b\",1/2,say,\"\"\"hi\"\"\",\r\n"
(define (write-csv-row row . options)
  (let* ((port (if (pair? options) (car options) (current-output-port)))
         (separator (%csv-separator (if (pair? options) (cdr options) '())
                                    'write-csv-row)))
    (%require-list row 'write-csv-row)
    (if (null? row)
        (%type-error 'write-csv-row "a list of at least one field" row))
    (let loop ((row row))
      (%write-field (%field-text (car row)) separator port)
      (if (pair? (cdr row))
          (begin (write-char separator port) (loop (cdr row)))))
    (write-string "\r\n" port)))

;;> (list->csv rows [separator]): the text of the rows. Raises type.
;;> Example: (list->csv '(("n" "square") (2 4))) => "n,square\r\n2,4\r\n"
(define (list->csv rows . separator)
  (let ((separator (%csv-separator separator 'list->csv)))
    (%require-list rows 'list->csv)
    (call-with-output-string
     (lambda (port)
       (for-each (lambda (row) (write-csv-row row port separator)) rows)))))

(define (%csv-separator given who)
  (let ((separator (if (pair? given) (car given) #\,)))
    (if (or (not (char? separator)) (memv separator '(#\" #\newline #\return)))
        (%type-error who "a character that can separate fields" separator))
    separator))

(define (%csv-source port separator who)
  (let ((separator (%csv-separator separator who)))
    (if (not (and (input-port? port) (textual-port? port)))
        (%type-error who "a textual input port" port))
    (%make-csv-source port separator 1)))

;; Reading. Each procedure gives what follows it: comma, end or eof.

(define (%read-row source)
  (if (eof-object? (peek-char (%source-port source)))
      (eof-object)
      (let loop ((fields '()))
        (call-with-values
         (lambda () (%read-field source))
         (lambda (field more?)
           (let ((fields (cons field fields)))
             (if more? (loop fields) (reverse fields))))))))

;; The next field, and whether another one follows in the row.
(define (%read-field source)
  (if (eqv? (peek-char (%source-port source)) #\")
      (begin
        (read-char (%source-port source))
        (%read-quoted source))
      (%read-plain source)))

(define (%read-plain source)
  (let ((port (%source-port source))
        (text (open-output-string)))
    (let loop ()
      (let ((c (read-char port)))
        (cond ((or (eof-object? c) (char=? c (%source-separator source))
                   (%ends-line? c source))
               (values (get-output-string text)
                       (eqv? c (%source-separator source))))
              ((char=? c #\")
               (%csv-error source "a quote in the middle of a field"))
              (else (write-char c text) (loop)))))))

(define (%read-quoted source)
  (let ((port (%source-port source))
        (first-line (%source-line source))
        (text (open-output-string)))
    (let loop ()
      (let ((c (read-char port)))
        (cond ((eof-object? c)
               (%source-line-set! source first-line)
               (%csv-error source "a field without its closing quote"))
              ((and (char=? c #\") (eqv? (peek-char port) #\"))
               (read-char port)
               (write-char #\" text)
               (loop))
              ((char=? c #\") (%behind-quote source (get-output-string text)))
              (else
               (if (char=? c #\newline) (%next-line! source))
               (write-char c text)
               (loop)))))))

(define (%behind-quote source field)
  (let ((c (read-char (%source-port source))))
    (cond ((or (eof-object? c) (%ends-line? c source)) (values field #f))
          ((char=? c (%source-separator source)) (values field #t))
          (else
           (%csv-error source "no separator behind a closing quote")))))

;; Whether the character that was read begins the end of a line, all of which it
;; takes.
(define (%ends-line? c source)
  (cond ((char=? c #\newline) (%next-line! source) #t)
        ((and (char=? c #\return)
              (eqv? (peek-char (%source-port source)) #\newline))
         (read-char (%source-port source))
         (%next-line! source)
         #t)
        (else #f)))

(define (%next-line! source)
  (%source-line-set! source (+ 1 (%source-line source))))

(define (%csv-error source what)
  (%error-of-kind
   'read #f
   (string-append "line " (number->string (%source-line source)) ": " what)))

;; Writing.

(define (%field-text field)
  (cond ((string? field) field)
        ((number? field) (number->string field))
        ((symbol? field) (symbol->string field))
        (else (%type-error 'write-csv-row "a string, number or symbol" field))))

(define (%write-field text separator port)
  (if (%needs-quotes? text separator)
      (begin
        (write-char #\" port)
        (string-for-each
         (lambda (c)
           (if (char=? c #\") (write-char #\" port))
           (write-char c port))
         text)
        (write-char #\" port))
      (write-string text port)))

;; Also where a space at either side could get lost.
(define (%needs-quotes? text separator)
  (let ((length (string-length text)))
    (let loop ((index 0))
      (and (< index length)
           (let ((c (string-ref text index)))
             (or (char=? c separator)
                 (memv c '(#\" #\newline #\return))
                 (and (char=? c #\space) (memv index (list 0 (- length 1))))
                 (loop (+ index 1))))))))
