;;; Requests, answers, and what both have: headers and a body.

;;> (request-method request): the method of the request, a string in capital
;;> letters. Raises type.
;;> Example: (request-method (make-request "GET" "/a%20b?x=1" '((Accept . "text/html")))) => "GET"
;;> (request-target request): what was asked for, as it was sent: path and query
;;> with their escapes, a string. Raises type.
;;> Example: (request-target (make-request "GET" "/a%20b?x=1" '((Accept . "text/html")))) => "/a%20b?x=1"
;;> (request-path request): the path, without its escapes and without the query,
;;> a string. Raises type.
;;> Example: (request-path (make-request "GET" "/a%20b?x=1" '((Accept . "text/html")))) => "/a b"
;;> (request-query request): names and values of the query, an association list
;;> of strings in the order in which they came. Raises type.
;;> Example: (request-query (make-request "GET" "/a%20b?x=1" '((Accept . "text/html")))) => (("x" . "1"))
;;> (request-headers request): the headers, an association list of strings whose
;;> names are in small letters. Raises type.
;;> Example: (request-headers (make-request "GET" "/a%20b?x=1" '((Accept . "text/html")))) => (("accept" . "text/html"))
;;> (request-peer request): the address that the request came from, or #f if it
;;> was made here. Raises type.
;;> Example: (request-peer (make-request "GET" "/a%20b?x=1" '((Accept . "text/html")))) => #f
;;> (request-secure? request): whether it came by TLS. Raises type.
;;> Example: (request-secure? (make-request "GET" "/")) => #f
(define-record-type <request>
  (%make-request method target path query headers version-1.1? peer secure?
                 body)
  request?
  (method request-method)
  (target request-target)
  (path request-path)
  (query request-query)
  (headers request-headers)
  (version-1.1? %version-1.1?)
  (peer request-peer)
  (secure? request-secure?)
  (body %request-body %request-body-set!))

;;> (response? object): whether it is an answer to a request, as handlers return
;;> and clients get.
;;> Example: (map response? (list (response 200 '() "") 200)) => (#t #f)
;;> (response-status response): the status of the answer, an exact integer such
;;> as 200. Raises type.
;;> Example: (response-status (response 404 '() "")) => 404
;;> (response-headers response): its headers, an association list. Raises type.
;;> Example: (list? (response-headers (response 200 '() ""))) => #t

;; The body is a string, a bytevector, a body of a connection, or a procedure
;; that writes one. `upgrade` is #f, or what goes on with the connection;
;; `keep?` says of an answer that came whether its connection can be used again.

(define-record-type <response>
  (%make-response status headers body upgrade keep?)
  response?
  (status response-status)
  (headers response-headers)
  (body %response-body %response-body-set!)
  (upgrade %response-upgrade)
  (keep? %response-keep?))

;;> (request? object): whether it is a request, which handlers are called with.
;;> Its parts are request-method, a string as GET; request-path, without escapes
;;> and query; request-query, an association list of strings; request-headers,
;;> another, with names in small letters; request-target, as it was sent;
;;> request-peer, the address it came from, or #f; and request-secure?, whether
;;> it came over TLS. All raise type.
;;> Example: (let ((r (make-request "GET" "/a%20b?x=1&y="))) (list (request-method r) (request-path r) (request-query r))) => ("GET" "/a b" (("x" . "1") ("y" . "")))

;;> (make-request method target [headers [body]]): a request that came from
;;> nowhere, to try a handler with. The body is a string or bytevector. Raises
;;> type, http.
;;> Example: (body-text (make-request "POST" "/" '() "hello")) => "hello"
(define (make-request method target . more)
  (let-values (((path query) (%target-parts target)))
    (%make-request method target path query
                   (if (pair? more) (%sent-headers (car more)) '())
                   #t #f #f
                   (if (and (pair? more) (pair? (cdr more))) (cadr more) ""))))

;;> (request-header request name): the value of the header, or #f; of several
;;> with that name, the first. The name is a string in small letters. Raises
;;> type.
;;> Example: (request-header (make-request "GET" "/" '((Accept . "text/html"))) "accept") => "text/html"
(define (request-header request name)
  (%header-ref (request-headers request) name))

;;> (response-header response name): the same of an answer.
;;> Example: (response-header (text-response "x") "content-type") => "text/plain; charset=utf-8"
(define (response-header response name)
  (%header-ref (response-headers response) name))

(define (%message-body message who)
  (cond ((request? message) (%request-body message))
        ((response? message) (%response-body message))
        ((form-part? message) (%part-body message))
        (else
         (%type-error who "a request, an answer or a part of one" message))))

(define (%message-body-set! message body)
  ((cond ((request? message) %request-body-set!)
         ((form-part? message) %part-body-set!)
         (else %response-body-set!))
   message body))

;;> (body-some message): the next bytes of the body as they come, or an end of
;;> file object. Raises type, http if the body is malformed or larger than the
;;> limit, timeout, file.
;;> Example: (body-some (make-request "POST" "/" '() "hello")) => #u8(104 101 108 108 111)
(define (body-some message)
  (let ((body (%message-body message 'body-some)))
    (if (http-body? body)
        (%body-some! body)
        (let ((bytes (%plain-body body 'body-some)))
          (%message-body-set! message "")
          (if (= 0 (bytevector-length bytes)) (eof-object) bytes)))))

;;> (body-bytes message): all that is left of the body. Conditions are those of
;;> body-some.
;;> Example: (body-bytes (text-response "hi")) => #u8(104 105)
(define (body-bytes message)
  (let ((body (%message-body message 'body-bytes)))
    (if (http-body? body)
        (let ((bytes (%body-all! body)))
          (%message-body-set! message bytes)
          bytes)
        (%plain-body body 'body-bytes))))

(define (%plain-body body who)
  (cond ((bytevector? body) body)
        ((string? body) (string->utf8 body))
        (else (%type-error who "a message with a body that can be read" body))))

;;> (body-write message port): writes what is left of the body to the port, a
;;> binary one, as it comes, and returns how many bytes there were. Conditions
;;> are those of body-some, and what writing raises.
;;> Example: (let ((port (open-output-bytevector))) (list (body-write (text-response "hi") port) (get-output-bytevector port))) => (2 #u8(104 105))
(define (body-write message port)
  (if (not (and (output-port? port) (binary-port? port)))
      (%type-error 'body-write "a binary output port" port))
  (let loop ((count 0))
    (let ((bytes (body-some message)))
      (if (eof-object? bytes)
          count
          (begin
            (write-bytevector bytes port)
            (loop (+ count (bytevector-length bytes))))))))

;;> (body-save message path): the same into a new file, and returns how many
;;> bytes there were. The file is there under its name when all has come, in
;;> place of one that was; if something fails, it is not. Conditions are those
;;> of body-some, and file.
;;> Example: (guard (e (#t (condition-kind e))) (body-save (text-response "hi") "/no/such/file")) => file
(define (body-save message path)
  (%require-path path 'body-save)
  (let* ((partial (string-append path ".part-"
                                 (bytevector->hexadecimal (random-bytes 8))))
         (port (open-binary-output-file partial)))
    (with-exception-handler
     (lambda (object)
       (guard (e ((condition? e) #f))
         (close-port port)
         (delete-file partial))
       (raise-continuable object))
     (lambda ()
       (let ((count (body-write message port)))
         (close-port port)
         (rename-file partial path)
         count)))))

;;> (body-text message): the same as text in UTF-8. Raises http, with the status
;;> 400, for other bytes.
;;> Example: (body-text (html-response '(p "x"))) => "<p>x</p>"
(define (body-text message)
  (let ((bytes (body-bytes message)))
    (guard (e ((condition? e)
               (%http-refuse 400 "the body is not text in UTF-8")))
      (utf8->string bytes))))

;;> (body-json message [option ...]): the value that the text is; options are
;;> those of json-read. Raises http, with the status 400, for other text.
;;> Example: (body-json (json-response '((a . 1)))) => ((a . 1))
(define (body-json message . options)
  (let ((text (body-text message)))
    (guard (e ((read-error? e)
               (%http-refuse 400 (string-append "the body is no JSON: "
                                                (error-object-message e)))))
      (apply string->json text options))))

;; More of them no form has, and each takes far more memory than it has bytes.
(define %fields-max 4096)

;;> (body-form request): names and values of a form that a browser sent; for one
;;> with files there is body-for-each-part. Raises http, with the status 400 for
;;> other text, 415 for a form with files, and 413 for more than 4096 fields.
;;> Example: (body-form (make-request "POST" "/" '() "a=1&b=x+y")) => (("a" . "1") ("b" . "x y"))
(define (body-form request)
  (if (eqv? 0 (string-search "multipart/"
                             (or (request-header request "content-type") "")))
      (%http-refuse 415 "a form without files is expected"))
  (let ((text (body-text request)))
    (if (<= %fields-max (%count-of #\& text))
        (%http-refuse 413 "the form has too many fields"))
    (or (query->alist text)
        (%http-refuse 400 "the body is no form"))))

(define (%count-of character text)
  (let loop ((index 0) (count 0))
    (cond ((= index (string-length text)) count)
          ((char=? character (string-ref text index))
           (loop (+ index 1) (+ count 1)))
          (else (loop (+ index 1) count)))))
