;;; Answers: what a handler returns, and how it is written.

;;> (response status headers body): an answer. Headers are an association list
;;> of names, symbols or strings, and strings. The body is a string, a
;;> bytevector, or a procedure: it is called with a procedure that writes a
;;> string or bytevector each time it is called, and waits while the other side
;;> does not read. Raises type, and range for what cannot be in a header.
;;> Example: (response-status (response 404 '((content-type . "text/plain")) "not here")) => 404
;;> Example: (guard (e (#t (condition-kind e))) (response 200 '((x . "a\r\nset-cookie: b")) "")) => range
(define (response status headers body)
  (if (not (and (fixnum? status) (<= 200 status 599)))
      (%type-error 'response "a status from 200 to 599" status))
  (if (not (or (string? body) (bytevector? body) (procedure? body)))
      (%type-error 'response "a string, bytevector or procedure" body))
  (%make-response status (%sent-headers headers) body #f #f))

;; Goes on with another protocol: the procedure is called with the source of
;; what comes and the port for what goes, and the connection is closed when it
;; returns.
(define (%upgrade-response headers procedure)
  (%make-response 101 (%sent-headers headers) "" procedure #f))

;;> (text-response text [status]): an answer of plain text. Raises type.
;;> Example: (response-status (text-response "no" 403)) => 403
(define (text-response text . status)
  (%typed-response status "text/plain; charset=utf-8" text))

;;> (html-response html [status]): an answer with what write-html-document makes
;;> of an element, or write-html of a list of them. Raises type.
;;> Example: (body-text (html-response '(html (body "x < y")))) => "<!DOCTYPE html>\n<html><body>x &lt; y</body></html>"
(define (html-response html . status)
  (%typed-response
   status "text/html; charset=utf-8"
   (call-with-output-string
    (lambda (port)
      (if (and (pair? html) (eq? 'html (car html)))
          (write-html-document html port)
          (write-html html port))))))

;;> (json-response value [status]): an answer with what json-write makes of it.
;;> Raises type.
;;> Example: (body-text (json-response '#(1 2))) => "[1,2]"
(define (json-response value . status)
  (%typed-response status "application/json" (json->string value)))

;; Browsers must not take one kind of text for another one.
(define (%typed-response status type body)
  (response (if (pair? status) (car status) 200)
            (list (cons 'content-type type)
                  '(x-content-type-options . "nosniff"))
            body))

;;> (redirect-response url [status]): an answer that sends a browser elsewhere,
;;> with the method GET (303) if no other status is given. Raises type.
;;> Example: (response-header (redirect-response "/new") "location") => "/new"
(define (redirect-response url . status)
  (response (if (pair? status) (car status) 303)
            (list (cons 'location url)) ""))

(define (%sent-headers headers)
  (map (lambda (header)
         (if (not (and (pair? header) (string? (cdr header))))
             (%type-error 'response "a name and its value, a string" header))
         (let ((name (if (symbol? (car header))
                         (symbol->string (car header))
                         (car header))))
           (if (not (and (string? name) (%token? name)
                         (%header-text? (cdr header))))
               (%error-of-kind 'range 'response
                               "this cannot be a header:" header))
           (cons (string-downcase name) (cdr header))))
       (%require-list headers 'response)))

;; Writing.

(define %reasons
  '((101 . "Switching Protocols") (200 . "OK") (201 . "Created")
    (202 . "Accepted") (204 . "No Content") (206 . "Partial Content")
    (301 . "Moved Permanently") (302 . "Found") (303 . "See Other")
    (304 . "Not Modified") (307 . "Temporary Redirect") (400 . "Bad Request")
    (401 . "Unauthorized") (403 . "Forbidden") (404 . "Not Found")
    (405 . "Method Not Allowed") (408 . "Request Timeout") (409 . "Conflict")
    (411 . "Length Required") (413 . "Content Too Large")
    (414 . "URI Too Long") (415 . "Unsupported Media Type")
    (422 . "Unprocessable Content") (426 . "Upgrade Required")
    (429 . "Too Many Requests")
    (431 . "Request Header Fields Too Large") (500 . "Internal Server Error")
    (501 . "Not Implemented") (502 . "Bad Gateway")
    (503 . "Service Unavailable") (505 . "HTTP Version Not Supported")))

(define (%reason status)
  (let ((found (assv status %reasons))) (if found (cdr found) "Other")))

;; Headers that say how long the body is, which is not for handlers to say.
(define %own-headers '("content-length" "transfer-encoding" "connection"))

(define (%head-text first-line headers more)
  (call-with-output-string
   (lambda (port)
     (define (put name value)
       (write-string name port)
       (write-string ": " port)
       (write-string value port)
       (write-string "\r\n" port))
     (write-string first-line port)
     (write-string "\r\n" port)
     (for-each (lambda (header)
                 (if (not (member (car header) %own-headers))
                     (put (car header) (cdr header))))
               headers)
     (for-each (lambda (header) (put (car header) (cdr header))) more)
     (write-string "\r\n" port))))

;; Writes it; `chunks?` says whether the other side knows how to read chunks.
(define (%write-response answer head? chunks? keep? output)
  (let* ((status (response-status answer))
         (body (%response-body answer))
         (bodiless? (memv status '(101 204 304)))
         (streamed? (procedure? body))
         (bytes (if streamed? #u8() (%plain-body body 'response)))
         (head
          (%head-text
           (string-append "HTTP/1.1 " (number->string status) " "
                          (%reason status))
           (response-headers answer)
           (append
            (if (assoc "date" (response-headers answer))
                '()
                (list (cons "date" (%http-date))))
            (cond (bodiless? '())
                  ((not streamed?)
                   (list (cons "content-length"
                               (number->string (bytevector-length bytes)))))
                  (chunks? '(("transfer-encoding" . "chunked")))
                  (else '()))
            (cond ((= status 101) '(("connection" . "upgrade")))
                  (keep? '())
                  (else '(("connection" . "close"))))))))
    (%put (if (or bodiless? head?)
              (string->utf8 head)
              (bytevector-append (string->utf8 head) bytes))
          output)
    (if (and streamed? (not bodiless?) (not head?))
        (%write-stream body chunks? (lambda (bytes) (%put bytes output))))))

;; What the procedure writes goes to `put`.
(define (%write-stream procedure chunks? put)
  (procedure
   (lambda (part)
     (let* ((bytes (%plain-body part 'response))
            (count (bytevector-length bytes)))
       (cond ((= 0 count) (void))
             (chunks?
              (put (bytevector-append
                    (string->utf8 (number->string count 16)) #u8(13 10)
                    bytes #u8(13 10))))
             (else (put bytes))))))
  (if chunks? (put (string->utf8 "0\r\n\r\n"))))

;; That nobody reads an answer any more ends a handler, and is no failure of it.
(define (%put bytes output)
  (guard (e ((and (condition? e) (memq (condition-kind e) '(file timeout)))
             (%error-of-kind 'http-unread #f "nobody reads the answer")))
    (write-bytevector bytes output)))

(define (%http-date)
  (date->string (current-date) "~a, ~d ~b ~Y ~H:~M:~S GMT"))
