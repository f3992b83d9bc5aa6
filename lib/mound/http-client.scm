;;; The client: a connection for each request.

;;> headers: the keyword before the headers of a request, an association list of
;;> names, symbols or strings, and strings.
;;> Example: (eval 'headers: (environment '(scheme base) '(mound http))) => headers:
(define headers: 'headers:)

;;> body: the keyword before the body of a request, a string or bytevector.
;;> Example: (eval 'body: (environment '(scheme base) '(mound http))) => body:
(define body: 'body:)

;;> (http-request method url option ...): sends the request, and returns the
;;> answer with all of its body, whatever its status is. The url begins with
;;> http://; TLS is not spoken. Options: headers:, body:, timeout: is the
;;> seconds (30) that the other side may send or take nothing, and limit: the
;;> bytes (16777216) that the body may have. Raises type, file, timeout, and
;;> http if the answer is malformed.
;;> Example: (let ((l (tcp-listen 0))) (http-serve l (lambda (r) (json-response (string-length (body-text r)) 201))) (let ((a (http-request "POST" (string-append "http://127.0.0.1:" (number->string (listener-port l))) body: "hello"))) (list (response-status a) (body-json a)))) => (201 5)
(define (http-request method url . options)
  (apply call-with-http-response method url
         (lambda (answer) (body-bytes answer) answer)
         options))

;;> (call-with-http-response method url procedure option ...): the same, but the
;;> procedure is called with the answer when its head has come, and reads the
;;> body with body-some or the like; what it returns is returned.
;;> Example: (let ((l (tcp-listen 0))) (http-serve l (lambda (r) (response 200 '() (lambda (write!) (write! "a") (write! "b"))))) (call-with-http-response "GET" (string-append "http://127.0.0.1:" (number->string (listener-port l))) body-text)) => "ab"
(define (call-with-http-response method url procedure . options)
  (%check-options options (list headers: body: timeout: limit:)
                  'http-request)
  (if (not (and (string? method) (%token? method)))
      (%type-error 'http-request "the name of a method" method))
  (%require-callback procedure 1 'http-request)
  (let-values (((host port target) (%url-parts url)))
    (let* ((timeout (%option timeout: options 30))
           (connection (tcp-connect host port timeout: timeout binary: #t)))
      (dynamic-wind
       void
       (lambda ()
         (connection-timeout-set! connection timeout)
         (write-bytevector
          (%request-bytes method host port target
                          (%sent-headers (%option headers: options '()))
                          (%plain-body (%option body: options #u8())
                                       'http-request))
          (connection-output connection))
         (procedure
          (%received-response (string=? method "HEAD") connection
                              (%option limit: options 16777216))))
       (lambda () (close-connection connection))))))

;; Host, port, and what to ask for there.
(define (%url-parts url)
  (if (not (and (string? url) (eqv? 0 (string-search "http://" url))
                (%each-character? url (lambda (c) (char<? #\space c #\x7f)))))
      (%type-error 'http-request "a string that begins with http://" url))
  (let* ((rest (substring url 7 (string-length url)))
         (end (or (%first-of rest "/?#") (string-length rest)))
         (place (substring rest 0 end))
         (fragment (or (string-search "#" rest) (string-length rest)))
         (target (substring rest (min end fragment) fragment))
         (bracket (string-search "]" place))
         (colon (string-search ":" place (or bracket 0)))
         (host (substring place 0 (or colon (string-length place))))
         (port (if colon
                   (%byte-count (substring place (+ colon 1)
                                           (string-length place)))
                   80)))
    (if (not (and port (<= port 65535) (< 0 (string-length host))))
        (%type-error 'http-request "an address with a host" url))
    (values (if bracket (substring host 1 bracket) host)
            port
            (if (eqv? 0 (string-search "/" target))
                target
                (string-append "/" target)))))

(define (%first-of text characters)
  (let loop ((index 0))
    (cond ((= index (string-length text)) #f)
          ((memv (string-ref text index) (string->list characters)) index)
          (else (loop (+ index 1))))))

(define (%request-bytes method host port target headers body)
  (bytevector-append
   (string->utf8
    (%head-text
     (string-append method " " target " HTTP/1.1")
     (if (assoc "host" headers)
         headers
         (cons (cons "host"
                     (string-append
                      (if (string-search ":" host)
                          (string-append "[" host "]")
                          host)
                      (if (= port 80)
                          ""
                          (string-append ":" (number->string port)))))
               headers))
     (append
      (if (and (= 0 (bytevector-length body))
               (member method '("GET" "HEAD" "DELETE" "OPTIONS")))
          '()
          (list (cons "content-length"
                      (number->string (bytevector-length body)))))
      '(("connection" . "close")))))
   body))

;; What a server says before its answer is left out.
(define (%received-response head? connection limit)
  (let ((source (%http-source (connection-input connection) #u8())))
    (let loop ((left 16))
      (let*-values (((text) (or (%http-text! source #f 65536 502)
                                (%http-refuse 502 "there was no answer")))
                    ((line headers) (%head-lines text))
                    ((status version-1.1?) (%status-line line)))
        (cond ((and (< status 200) (not (= status 101)) (< 0 left))
               (loop (- left 1)))
              ((or head? (memv status '(101 204 304)))
               (%make-response status headers "" #f))
              (else
               (%make-response
                status headers
                (%http-body source (or (%body-form headers) 'to-end)
                            limit #f)
                #f)))))))
