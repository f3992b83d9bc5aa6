;;; Forms with files (multipart/form-data, RFC 7578): the parts of a body, each
;;; read as it comes.
;;;
;;;   --boundary CRLF head CRLF CRLF content
;;;   CRLF --boundary CRLF head CRLF CRLF content
;;;   CRLF --boundary-- what nobody reads
;;;
;;; Nothing is gathered: of a content so much is given as cannot be the
;;; beginning of the next boundary, and what came is a piece of the body at
;;; most.

;;> (form-part? object): whether it is a part of a form, which the procedure of
;;> body-for-each-part is called with. It is read by body-some, body-text and
;;> the like while that procedure runs.
;;> Example: (form-part? 5) => #f
;;> (form-part-name part): the name of the field, a string. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (form-part-name 5)) => type
;;> (form-part-filename part): the name that a file has where it comes from,
;;> without directories, or #f if the part is no file. It was chosen by whoever
;;> sends it, so it is nothing to save the file under. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (form-part-filename 5)) => type
;;> (form-part-headers part): the headers of the part, an association list of
;;> strings whose names are in small letters. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (form-part-headers 5)) => type
(define-record-type <form-part>
  (%make-part name filename headers body)
  form-part?
  (name form-part-name)
  (filename form-part-filename)
  (headers form-part-headers)
  (body %part-body %part-body-set!))

;; What has come of the body of a message: bytes, and where the unused ones
;; begin; and the line that ends a content, CRLF with it.
(define-record-type parts
  (%make-parts message bytes at delimiter)
  parts?
  (message %parts-message)
  (bytes %parts-bytes %parts-bytes-set!)
  (at %parts-at %parts-at-set!)
  (delimiter %parts-delimiter))

;; Parts of a form, and bytes of the head of one.
(define %parts-max 1000)
(define %part-head-max 8192)

;;> field-limit: the keyword before the bytes that a part of a form may have
;;> that is no file; 65536 if it is not given.
;;> Example: (eval 'field-limit: (environment '(scheme base) '(mound http))) => field-limit:
(define field-limit: 'field-limit:)

;;> file-limit: the keyword before the bytes that a file in a form may have; if
;;> it is not given, the limit is that of the body.
;;> Example: (eval 'file-limit: (environment '(scheme base) '(mound http))) => file-limit:
(define file-limit: 'file-limit:)

;;> (body-for-each-part procedure message [option ...]): calls the procedure
;;> with each part of a form with files (multipart/form-data) as it comes. What
;;> it does not read of a part is skipped. Options: field-limit: and
;;> file-limit:. Raises type, and http: 415 for another body, 400 for one that
;;> is malformed, 413 for a part that is too large or more than 1000.
;;> Example: (let ((names '())) (body-for-each-part (lambda (part) (set! names (cons (list (form-part-name part) (form-part-filename part) (body-text part)) names))) (make-request "POST" "/" '((content-type . "multipart/form-data; boundary=X")) "--X\r\ncontent-disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\nhello\r\n--X--\r\n")) names) => (("f" "a.txt" "hello"))
(define (body-for-each-part procedure message . options)
  (%require-callback procedure 1 'body-for-each-part)
  (%check-options options (list field-limit: file-limit:) 'body-for-each-part)
  ;; As if a line had ended before: the first boundary has none.
  (let ((parts (%make-parts message #u8(13 10) 0 (%delimiter message))))
    (let skip () (if (bytevector? (%content-some! parts)) (skip)))
    (let loop ((left %parts-max))
      (if (not (%last-boundary? parts))
          (let ((part (%next-part parts options)))
            (if (= left 0) (%http-refuse 413 "the form has too many parts"))
            (procedure part)
            (let ((rest (%part-body part)))
              (if (http-body? rest)
                  (let skip () (if (bytevector? (%body-some! rest)) (skip)))))
            (loop (- left 1)))))
    ;; What comes behind the last part is not used.
    (let skip () (if (bytevector? (body-some message)) (skip)))))

(define (%delimiter message)
  (let*-values (((type options)
                 (%disposition (or (%header-ref (%message-headers message)
                                                "content-type")
                                   "")))
                ((boundary) (%header-ref options "boundary")))
    (if (not (string=? type "multipart/form-data"))
        (%http-refuse 415 "a form with files is expected"))
    (if (not (and boundary (<= 1 (string-length boundary) 70)))
        (%http-refuse 400 "the form has no boundary"))
    (string->utf8 (string-append "\r\n--" boundary))))

(define (%message-headers message)
  (cond ((request? message) (request-headers message))
        ((response? message) (response-headers message))
        (else (%type-error 'body-for-each-part "a request or an answer"
                           message))))

;; More of the body; the form ends with its last boundary only.
(define (%parts-more! parts)
  (let ((more (body-some (%parts-message parts))))
    (if (eof-object? more)
        (%http-refuse 400 "the form ends in the middle"))
    (%parts-bytes-set! parts
                       (bytevector-append (bytevector-copy (%parts-bytes parts)
                                                           (%parts-at parts))
                                          more))
    (%parts-at-set! parts 0)))

;; The next bytes before a boundary, or an end of file object behind it.
(define (%content-some! parts)
  (let* ((bytes (%parts-bytes parts))
         (start (%parts-at parts))
         (delimiter (%parts-delimiter parts))
         (end (%delimiter-at bytes start delimiter))
         (whole? (<= (+ end (bytevector-length delimiter))
                     (bytevector-length bytes))))
    (cond ((< start end)
           (%parts-at-set! parts end)
           (bytevector-copy bytes start end))
          (whole?
           (%parts-at-set! parts (+ end (bytevector-length delimiter)))
           (eof-object))
          (else
           (%parts-more! parts)
           (%content-some! parts)))))

;; Where the delimiter begins, or could if more came; else the length.
(define (%delimiter-at bytes start delimiter)
  (let ((length (bytevector-length bytes))
        (most (bytevector-length delimiter)))
    (let loop ((index start))
      (cond ((= index length) length)
            ((and (= 13 (bytevector-u8-ref bytes index))
                  (let same ((offset 1))
                    (or (= offset most)
                        (= (+ index offset) length)
                        (and (= (bytevector-u8-ref delimiter offset)
                                (bytevector-u8-ref bytes (+ index offset)))
                             (same (+ offset 1))))))
             index)
            (else (loop (+ index 1)))))))

;; Behind a boundary stand two dashes, or the end of its line.
(define (%last-boundary? parts)
  (let* ((line (%parts-line! parts 256)) (end (string-length line)))
    (cond ((string=? "" (%trimmed line 0 end)) #f)
          ((eqv? 0 (string-search "--" line)) #t)
          (else (%http-refuse 400 "a boundary of the form is malformed")))))

;; The rest of the line. After the last boundary it may be missing.
(define (%parts-line! parts limit)
  (let loop ((index (%parts-at parts)))
    (let* ((bytes (%parts-bytes parts))
           (start (%parts-at parts))
           (length (bytevector-length bytes)))
      (cond ((< limit (- index start))
             (%http-refuse 431 "a head in the form is too long"))
            ((and (= 2 (- length start))
                  (= 45 (bytevector-u8-ref bytes start))
                  (= 45 (bytevector-u8-ref bytes (+ start 1))))
             (%parts-at-set! parts length)
             "--")
            ((= index length)
             (%parts-more! parts)
             (loop (- index start)))
            ((= 10 (bytevector-u8-ref bytes index))
             (if (not (and (< start index)
                           (= 13 (bytevector-u8-ref bytes (- index 1)))))
                 (%http-refuse 400 "a line does not end with CR and LF"))
             (%parts-at-set! parts (+ index 1))
             (%utf8-or-latin bytes start (- index 1)))
            (else (loop (+ index 1)))))))

;; Browsers send names in UTF-8.
(define (%utf8-or-latin bytes start end)
  (guard (e ((condition? e) (%latin bytes start end)))
    (utf8->string bytes start end)))

(define (%next-part parts options)
  (let*-values (((headers) (%headers (%part-lines parts)))
                ((kind given)
                 (%disposition (or (%header-ref headers "content-disposition")
                                   "")))
                ((name) (%header-ref given "name"))
                ((filename) (%header-ref given "filename")))
    (if (not (and (string=? kind "form-data") name))
        (%http-refuse 400 "a part of the form has no name"))
    (%make-part name (and filename (%last-name filename)) headers
                (%make-http-body
                 #f (lambda () (%content-some! parts)) 0 0
                 (if filename
                     (%option file-limit: options +inf.0)
                     (%option field-limit: options 65536))
                 #f))))

(define (%part-lines parts)
  (let loop ((lines '()) (size 0))
    (let ((line (%parts-line! parts %part-head-max)))
      (cond ((string=? line "") (reverse lines))
            ((< %part-head-max (+ size (string-length line)))
             (%http-refuse 431 "a head in the form is too long"))
            (else
             (loop (cons line lines) (+ size 16 (string-length line))))))))

;; Some browsers send the whole path.
(define (%last-name name)
  (let loop ((index (string-length name)))
    (cond ((= index 0) name)
          ((memv (string-ref name (- index 1)) '(#\/ #\\))
           (substring name index (string-length name)))
          (else (loop (- index 1))))))

;; The first word of a header in small letters, and an association list of what
;; stands behind it: ; name=value, ; name="value".
(define (%disposition text)
  (let* ((length (string-length text))
         (end (or (string-search ";" text) length)))
    (let loop ((at end) (options '()))
      (let* ((at (%skip-characters text at '(#\; #\space #\tab)))
             (equals (string-search "=" text at)))
        (if (not equals)
            (values (string-downcase (%trimmed text 0 end)) (reverse options))
            (let*-values (((name) (string-downcase
                                   (%trimmed text at equals)))
                          ((value next) (%option-value text (+ equals 1))))
              (loop next (cons (cons name value) options))))))))

(define (%skip-characters text at characters)
  (if (and (< at (string-length text))
           (memv (string-ref text at) characters))
      (%skip-characters text (+ at 1) characters)
      at))

;; A value, in quotes or not, and the index behind it. In quotes browsers write
;; %22 for a quote; others write a backslash before it.
(define (%option-value text at)
  (let ((length (string-length text)))
    (if (and (< at length) (char=? #\" (string-ref text at)))
        (let loop ((index (+ at 1)) (characters '()))
          (let ((c (and (< index length) (string-ref text index))))
            (cond ((not c) (%http-refuse 400 "a quote is not closed"))
                  ((char=? c #\")
                   (values (list->string (reverse characters)) (+ index 1)))
                  ((and (char=? c #\\) (< (+ index 1) length)
                        (char=? #\" (string-ref text (+ index 1))))
                   (loop (+ index 2) (cons #\" characters)))
                  (else (loop (+ index 1) (cons c characters))))))
        (let ((end (or (string-search ";" text at) length)))
          (values (%trimmed text at end) end)))))
