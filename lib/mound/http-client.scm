;;; The client: a connection for each request, or one that an http-client has
;;; kept.

;;> headers: the keyword before the headers of a request, an association list of
;;> names, symbols or strings, and strings.
;;> Example: (eval 'headers: (environment '(scheme base) '(mound http))) => headers:
(define headers: 'headers:)

;;> body: the keyword before the body of a request, a string or bytevector, or a
;;> procedure that writes it as that of a response does.
;;> Example: (eval 'body: (environment '(scheme base) '(mound http))) => body:
(define body: 'body:)

;;> (http-request method url option ...): sends the request, and returns the
;;> answer with all of its body, whatever its status is. The url begins with
;;> http:// or https://. Options: headers:, body:, timeout: is the seconds (30)
;;> that the other side may send or take nothing, limit: the bytes (16777216)
;;> that the body may have, trust: the certificates to believe instead of those
;;> of the system, and client: what keeps the connection. Raises type, file,
;;> timeout, and http if the answer is malformed.
;;> Example: (let ((l (tcp-listen 0))) (http-serve l (lambda (r) (json-response (string-length (body-text r)) 201))) (let ((a (http-request "POST" (string-append "http://127.0.0.1:" (number->string (listener-port l))) body: "hello"))) (list (response-status a) (body-json a)))) => (201 5)
(define (http-request method url . options)
  (apply call-with-http-response method url
         (lambda (answer) (body-bytes answer) answer)
         options))

;; The methods that mean the same once or twice (RFC 9110, 9.2.2).
(define %repeatable '("GET" "HEAD" "PUT" "DELETE" "OPTIONS"))

;;> (call-with-http-response method url procedure option ...): the same, but the
;;> procedure is called with the answer when its head has come, and reads the
;;> body with body-some or the like; what it returns is returned.
;;> Example: (let ((l (tcp-listen 0))) (http-serve l (lambda (r) (response 200 '() (lambda (write!) (write! "a") (write! "b"))))) (call-with-http-response "GET" (string-append "http://127.0.0.1:" (number->string (listener-port l))) body-text)) => "ab"
(define (call-with-http-response method url procedure . options)
  (%check-options options
                  (list headers: body: timeout: limit: trust: client:)
                  'http-request)
  (if (not (and (string? method) (%token? method)))
      (%type-error 'http-request "the name of a method" method))
  (%require-callback procedure 1 'http-request)
  (let-values (((secure? host port target) (%url-parts url)))
    (let* ((client (%option client: options #f))
           (key (list secure? host port (%option trust: options #f)))
           (body (%option body: options #u8()))
           (stream (and (procedure? body) body))
           ;; What a procedure writes cannot be sent twice.
           (kept (and client (not stream) (%take-kept client key)))
           (bytes (%request-bytes method secure? host port target
                                  (%sent-headers (%option headers: options '()))
                                  (if stream
                                      'chunked
                                      (%plain-body body 'http-request))
                                  client)))
      (define (ask connection)
        (%exchange (string=? method "HEAD") bytes stream connection options))
      (define (go-on connection answer)
        (%with-answer connection answer procedure client key))
      ;; A server may have closed a connection while it was kept. One that it
      ;; closes later is noticed when there is no answer.
      (let ((answer (and kept
                         (if (member method %repeatable)
                             (guard (e ((%is-gone? e)
                                        (close-connection kept)
                                        #f))
                               (ask kept))
                             (%closing-at-error kept (lambda () (ask kept)))))))
        (if answer
            (go-on kept answer)
            (let ((connection (%open-url secure? host port 'h2 options)))
              (go-on connection
                     (%closing-at-error connection
                                        (lambda () (ask connection))))))))))

(define (%is-gone? object)
  (or (file-error? object)
      (and (%http-refusal? object)
           (equal? "there was no answer" (error-object-message object)))))

(define (%closing-at-error connection thunk)
  (with-exception-handler
   (lambda (object)
     (close-connection connection)
     (raise-continuable object))
   thunk))

;; A connection to there; `h2` says that HTTP/2 may be chosen.
(define (%open-url secure? host port protocol options)
  (let ((timeout (%option timeout: options 30)))
    (if secure?
        (tls-connect host port timeout: timeout binary: #t
                     trust: (%option trust: options #f)
                     http2: (and (eq? protocol 'h2)
                                 (let ((client (%option client: options #f)))
                                   (if client (%client-process client) #t))))
        (tcp-connect host port timeout: timeout binary: #t))))

;; Writes the request and reads the head of the answer.
(define (%exchange head? bytes stream connection options)
  (connection-timeout-set! connection (%option timeout: options 30))
  (let ((output (connection-output connection)))
    (write-bytevector bytes output)
    (if stream
        (%write-stream stream #t
                       (lambda (bytes) (write-bytevector bytes output)))))
  (%received-response head? connection (%option limit: options 16777216)))

;; Calls the procedure; after that the connection is kept if there is somebody
;; for that and nothing of the answer is left, and closed otherwise.
(define (%with-answer connection answer procedure client key)
  (let ((keep? #f))
    (dynamic-wind
     void
     (lambda ()
       (let* ((body (%response-body answer))
              (result (procedure answer)))
         (set! keep?
               (and client (%response-keep? answer)
                    (or (not (http-body? body))
                        (and (not (eq? 'to-end (%form body)))
                             (%body-skip! body %skipped-max)
                             (= 0 (%unused-count (%body-source body)))))))
         result))
     (lambda ()
       (if keep?
           (%put-kept client key connection)
           (close-connection connection))))))

;; Whether by TLS, host, port, and what to ask for there.
(define (%url-parts url)
  (if (not (and (string? url)
                (or (eqv? 0 (string-search "http://" url))
                    (eqv? 0 (string-search "https://" url)))
                (%each-character? url (lambda (c) (char<? #\space c #\x7f)))))
      (%type-error 'http-request
                   "a string that begins with http:// or https://" url))
  (let* ((secure? (char=? #\s (string-ref url 4)))
         (rest (substring url (if secure? 8 7) (string-length url)))
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
                   (if secure? 443 80))))
    (if (not (and port (<= port 65535) (< 0 (string-length host))))
        (%type-error 'http-request "an address with a host" url))
    (values secure?
            (if bracket (substring host 1 bracket) host)
            port
            (if (eqv? 0 (string-search "/" target))
                target
                (string-append "/" target)))))

(define (%first-of text characters)
  (let loop ((index 0))
    (cond ((= index (string-length text)) #f)
          ((memv (string-ref text index) (string->list characters)) index)
          (else (loop (+ index 1))))))

(define (%request-bytes method secure? host port target headers body keep?)
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
                      (if (= port (if secure? 443 80))
                          ""
                          (string-append ":" (number->string port)))))
               headers))
     (append
      (cond ((eq? body 'chunked) '(("transfer-encoding" . "chunked")))
            ((and (= 0 (bytevector-length body))
                  (member method '("GET" "HEAD" "DELETE" "OPTIONS")))
             '())
            (else
             (list (cons "content-length"
                         (number->string (bytevector-length body))))))
      (if keep? '() '(("connection" . "close"))))))
   (if (eq? body 'chunked) #u8() body)))

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
               (%make-response status headers "" #f
                               (%lasting? version-1.1? headers)))
              (else
               (%make-response
                status headers
                (%http-body source (or (%body-form headers) 'to-end)
                            limit #f)
                #f (%lasting? version-1.1? headers))))))))

;; Whether another request may follow on the connection.
(define (%lasting? version-1.1? headers)
  (and version-1.1?
       (not (member "close" (%header-words headers "connection")))))
