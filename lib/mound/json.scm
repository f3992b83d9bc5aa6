;;; JSON: options, and reading.
;;;
;;;   null, true, false   the symbol null, #t, #f
;;;   numbers             exact if they are written without point and exponent
;;;   strings             strings
;;;   arrays              vectors, or lists
;;;   objects             association lists with symbols, or hash tables with
;;;                       strings
;;;
;;; Exactly what RFC 8259 describes is read. Of several members of an object
;;; with one name the last counts. Values inside of values are read by calls
;;; inside of calls, for which a process has as much room as for data; how deep
;;; they may go is an option all the same.

;;> arrays: the keyword before `vector` (the default) or `list`: what stands for
;;> an array. Lists go with objects that are hash tables only: an association
;;> list could be both.
;;> Example: (string->json "[1, [2]]" arrays: 'list objects: 'hash-table) => (1 (2))
(define arrays: 'arrays:)

;;> objects: the keyword before `alist` (the default) or `hash-table`: what
;;> stands for an object.
;;> Example: (hash-table-ref/default (string->json "{\"a\": 1}" objects: 'hash-table) "a" 0) => 1
(define objects: 'objects:)

;;> numbers: the keyword before `plain` (the default) or `exact`: whether
;;> numbers with a point or exponent are exact, too.
;;> Example: (map (lambda (n) (string->json "0.1" numbers: n)) '(plain exact)) => (0.1 1/10)
(define numbers: 'numbers:)

;;> depth: the keyword before how many arrays and objects may be inside of one
;;> another, 1000 if it is not given.
;;> Example: (guard (e ((read-error? e) (error-object-message e))) (string->json "[[1]]" depth: 1)) => "line 1, column 2: more than 1 values inside of one another"
(define depth: 'depth:)

;; An exact number may have an exponent up to this: ten bytes of text could mean
;; a number of any size.
(define %exponent-max 10000)

;; What is read, where, and how: line and column of the next character.
(define-record-type json-source
  (%make-json-source port line column lists? tables? exact? depth)
  json-source?
  (port %source-port)
  (line %source-line %source-line-set!)
  (column %source-column %source-column-set!)
  (lists? %source-lists?)
  (tables? %source-tables?)
  (exact? %source-exact?)
  (depth %source-depth))

;;> (json-read [port [option ...]]): the next value of the port, or an end of
;;> file object if there is only space left. What follows the value stays there.
;;> Options: arrays:, objects:, numbers: and depth:. Raises type, and read with
;;> line and column, counted from the first character that this call reads.
;;> Example: (json-read (open-input-string "{\"name\": \"Ada\", \"tags\": [1, 2.5, null]} more")) => ((name . "Ada") (tags . #(1 2.5 null)))
;;> Example: (guard (e ((read-error? e) (error-object-message e))) (json-read (open-input-string "[1,\n 2,]"))) => "line 2, column 4: a value is expected"
(define (json-read . options)
  (let* ((given? (and (pair? options) (port? (car options))))
         (port (if given? (car options) (current-input-port)))
         (source (%json-source port (if given? (cdr options) options)
                               'json-read)))
    (%skip-space source)
    (if (eof-object? (peek-char port))
        (eof-object)
        (%json-value source 0))))

;;> (string->json string [option ...]): the value that the string is, and
;;> nothing else. Options and conditions are those of json-read.
;;> Example: (string->json "[true, {}, \"\\u00e9\\n\", 12345678901234567890]") => #(#t () "é\n" 12345678901234567890)
;;> Example: (guard (e ((read-error? e) (error-object-message e))) (string->json "1 2")) => "line 1, column 3: something follows the value"
(define (string->json string . options)
  (if (not (string? string)) (%type-error 'string->json "a string" string))
  (let ((source (%json-source (open-input-string string) options
                              'string->json)))
    (%skip-space source)
    (let ((value (%json-value source 0)))
      (%skip-space source)
      (if (not (eof-object? (%peek source)))
          (%json-error source "something follows the value"))
      value)))

;;> (json-for-each procedure port [option ...]): calls it with each element of
;;> the array that comes next in the port, as soon as that is read; the array is
;;> never there as a whole. Options and conditions are those of json-read.
;;> Example: (let ((sum 0)) (json-for-each (lambda (n) (set! sum (+ sum n))) (open-input-string "[1, 2, 3]")) sum) => 6
(define (json-for-each procedure port . options)
  (%require-callback procedure 1 'json-for-each)
  (let ((source (%json-source port options 'json-for-each)))
    (%skip-space source)
    (%expect source #\[ "an array is expected")
    (%each-element source 1 procedure)
    (void)))

;;> (json-null? object): whether it is the symbol null.
;;> Example: (json-null? (string->json "null")) => #t
(define (json-null? object) (eq? object 'null))

(define (%json-source port options who)
  (if (not (and (input-port? port) (textual-port? port)))
      (%type-error who "a textual input port" port))
  (let-values (((lists? tables? exact? depth) (%json-options options who)))
    (%make-json-source port 1 1 lists? tables? exact? depth)))

(define (%json-options options who)
  (%check-options options (list arrays: objects: numbers: depth:) who)
  (let ((arrays (%json-choice arrays: options '(vector list) who))
        (objects (%json-choice objects: options '(alist hash-table) who))
        (numbers (%json-choice numbers: options '(plain exact) who))
        (depth (%option depth: options 1000)))
    (if (not (and (exact-integer? depth) (<= 0 depth)))
        (%type-error who "an exact integer as depth" depth))
    (if (and (eq? arrays 'list) (eq? objects 'alist))
        (%type-error who "hash-table for objects where arrays are lists"
                     objects))
    (values (eq? arrays 'list) (eq? objects 'hash-table)
            (eq? numbers 'exact) depth)))

;; The value of the option, one of the choices; the first if there is none.
(define (%json-choice keyword options choices who)
  (let ((choice (%option keyword options (car choices))))
    (if (not (memq choice choices))
        (%type-error who (string-append (symbol->string (car choices)) " or "
                                        (symbol->string (cadr choices)))
                     choice))
    choice))

;; Characters. Only space contains ends of lines, so only there lines count.

(define (%peek source) (peek-char (%source-port source)))

(define (%next source)
  (%source-column-set! source (+ 1 (%source-column source)))
  (read-char (%source-port source)))

(define (%skip-space source)
  (case (%peek source)
    ((#\space #\tab #\return) (%next source) (%skip-space source))
    ((#\newline)
     (read-char (%source-port source))
     (%source-line-set! source (+ 1 (%source-line source)))
     (%source-column-set! source 1)
     (%skip-space source))))

(define (%expect source character what)
  (if (eqv? (%peek source) character)
      (%next source)
      (%json-error source what)))

;; The condition says where the next character is.
(define (%json-error source what)
  (%error-of-kind
   'read #f
   (string-append "line " (number->string (%source-line source)) ", column "
                  (number->string (%source-column source)) ": "
                  (if (eof-object? (%peek source)) "the text ends, " "")
                  what)))

;; Values. `depth` is that of what they stand in.

(define (%json-value source depth)
  (let ((c (%peek source)))
    (case c
      ((#\") (%next source) (%json-string source))
      ((#\{) (%deeper source depth) (%json-object source (+ depth 1)))
      ((#\[) (%deeper source depth) (%json-array source (+ depth 1)))
      ((#\t) (%json-word source "true" #t))
      ((#\f) (%json-word source "false" #f))
      ((#\n) (%json-word source "null" 'null))
      (else
       (if (or (eqv? c #\-) (%decimal? c))
           (%json-number source)
           (%json-error source "a value is expected"))))))

(define (%deeper source depth)
  (if (>= depth (%source-depth source))
      (%json-error source
                   (string-append "more than "
                                  (number->string (%source-depth source))
                                  " values inside of one another")))
  (%next source))

(define (%json-word source word value)
  (string-for-each
   (lambda (c) (%expect source c (string-append word " is expected")))
   word)
  value)

(define (%json-array source depth)
  (let* ((elements '())
         (count (%each-element
                 source depth
                 (lambda (element) (set! elements (cons element elements))))))
    (if (%source-lists? source)
        (reverse elements)
        (list->vector (reverse elements)))))

;; Calls the procedure with each element of the array whose bracket was read.
(define (%each-element source depth procedure)
  (%skip-space source)
  (if (eqv? (%peek source) #\])
      (%next source)
      (let loop ()
        (procedure (%json-value source depth))
        (%skip-space source)
        (case (%peek source)
          ((#\,) (%next source) (%skip-space source) (loop))
          ((#\]) (%next source))
          (else (%json-error source "a comma or ] is expected"))))))

(define (%json-object source depth)
  (if (%source-tables? source)
      (let ((table (make-hash-table equal?)))
        (%each-member
         source depth
         (lambda (name value) (hash-table-set! table name value)))
        table)
      (let ((members '()))
        (%each-member
         source depth
         (lambda (name value)
           (set! members (cons (cons (string->symbol name) value) members))))
        (%last-of-each members))))

(define (%each-member source depth procedure)
  (%skip-space source)
  (if (eqv? (%peek source) #\})
      (%next source)
      (let loop ()
        (%expect source #\" "the name of a member is expected")
        (let ((name (%json-string source)))
          (%skip-space source)
          (%expect source #\: "a colon is expected")
          (%skip-space source)
          (procedure name (%json-value source depth))
          (%skip-space source)
          (case (%peek source)
            ((#\,) (%next source) (%skip-space source) (loop))
            ((#\}) (%next source))
            (else (%json-error source "a comma or } is expected")))))))

;; The members, given from the last to the first, in their order, without those
;; whose name comes again later.
(define (%last-of-each members)
  (let ((seen (make-hash-table eq?)))
    (let loop ((members members) (kept '()))
      (cond ((null? members) kept)
            ((hash-table-contains? seen (caar members))
             (loop (cdr members) kept))
            (else
             (hash-table-set! seen (caar members) #t)
             (loop (cdr members) (cons (car members) kept)))))))

;; Strings, behind their first quote.

(define (%json-string source)
  (let ((text (open-output-string)))
    (let loop ()
      (let ((c (%peek source)))
        (cond ((eof-object? c) (%json-error source "a quote is expected"))
              ((char=? c #\") (%next source) (get-output-string text))
              ((char=? c #\\)
               (%next source)
               (write-char (%json-escape source) text)
               (loop))
              ((char<? c #\space)
               (%json-error source "a control character in a string"))
              (else (write-char (%next source) text) (loop)))))))

(define (%json-escape source)
  (let ((c (%peek source)))
    (case c
      ((#\" #\\ #\/) (%next source))
      ((#\n) (%next source) #\newline)
      ((#\t) (%next source) #\tab)
      ((#\r) (%next source) #\return)
      ((#\b) (%next source) #\x8)
      ((#\f) (%next source) #\xc)
      ((#\u) (%next source) (%json-unicode source))
      (else (%json-error source "unknown character behind \\")))))

;; Two escapes can stand for one character, a half of that for none.
(define (%json-unicode source)
  (let ((code (%four-digits source)))
    (cond ((<= #xd800 code #xdbff)
           (%expect source #\\ "the other half of a character is expected")
           (%expect source #\u "the other half of a character is expected")
           (let ((low (%four-digits source)))
             (if (not (<= #xdc00 low #xdfff))
                 (%json-error source "this is no half of a character"))
             (integer->char (+ #x10000 (* 1024 (- code #xd800))
                               (- low #xdc00)))))
          ((<= #xdc00 code #xdfff)
           (%json-error source "the second half of a character comes first"))
          (else (integer->char code)))))

(define (%four-digits source)
  (let loop ((count 0) (code 0))
    (if (= count 4)
        code
        (let ((digit (%hexadecimal (%peek source))))
          (if (not digit)
              (%json-error source "four hexadecimal digits are expected"))
          (%next source)
          (loop (+ count 1) (+ (* 16 code) digit))))))

(define (%hexadecimal c)
  (cond ((eof-object? c) #f)
        ((char<=? #\0 c #\9) (- (char->integer c) 48))
        ((char<=? #\a c #\f) (- (char->integer c) 87))
        ((char<=? #\A c #\F) (- (char->integer c) 55))
        (else #f)))

;; Numbers. What JSON allows is a part of what Scheme does, so the text can be
;; read as it is once it has been checked.

(define (%json-number source)
  (let ((text (open-output-string)))
    (define (take!) (write-char (%next source) text))
    (define (digits!)
      (if (not (%decimal? (%peek source)))
          (%json-error source "a digit is expected"))
      (let loop () (if (%decimal? (%peek source)) (begin (take!) (loop)))))
    (if (eqv? (%peek source) #\-) (take!))
    (if (eqv? (%peek source) #\0)
        (begin
          (take!)
          (if (%decimal? (%peek source))
              (%json-error source "no digit may follow a leading zero")))
        (digits!))
    (let* ((point? (eqv? (%peek source) #\.))
           (fraction (if point? (begin (take!) (digits!))))
           (exponent? (memv (%peek source) '(#\e #\E))))
      (if exponent?
          (begin
            (take!)
            (if (memv (%peek source) '(#\+ #\-)) (take!))
            (digits!)))
      (%number-of source (get-output-string text) (or point? exponent?)))))

(define (%number-of source text inexact?)
  (cond ((and inexact? (%source-exact? source))
         (if (%large-exponent? text)
             (%json-error source "an exponent too large for an exact number"))
         (string->number (string-append "#e" text)))
        (else (string->number text))))

(define (%large-exponent? text)
  (let ((parts (string-split (string-downcase text) "e")))
    (and (pair? (cdr parts))
         (< %exponent-max (abs (string->number (cadr parts)))))))

(define (%decimal? c) (and (char? c) (char<=? #\0 c #\9)))
