;;; The server. One process accepts connections; each connection has a process
;;; that reads heads of requests, and each request one that reads the body,
;;; calls the handler and writes the answer:
;;;
;;;   server --- connection --- request: handler
;;;
;;; The request's process tells its connection when it begins to write
;;; (`started`) and, with the bytes that came behind the body, when it is done
;;; (`served`). If it ends without either, the connection answers with 500.

;;> connections: the keyword before how many connections a server has at a time;
;;> 10000 if it is not given. More wait until others end.
;;> Example: (eval 'connections: (environment '(scheme base) '(mound http))) => connections:
(define connections: 'connections:)

;;> head-limit: the keyword before the bytes that a server takes as the head of
;;> a request; 16384 if it is not given.
;;> Example: (eval 'head-limit: (environment '(scheme base) '(mound http))) => head-limit:
(define head-limit: 'head-limit:)

;;> body-limit: the keyword before the bytes that a server takes as the body of
;;> a request; a million if it is not given. It may be a procedure, which is
;;> called with the request before its body comes and returns the number.
;;> Example: (eval 'body-limit: (environment '(scheme base) '(mound http))) => body-limit:
(define body-limit: 'body-limit:)

;;> body-rate: the keyword before the bytes of a body that must come in each
;;> second for which a handler waits for it, beyond the first ones of timeout:;
;;> 500 if it is not given, and 0 for as slow as the other side likes.
;;> Example: (eval 'body-rate: (environment '(scheme base) '(mound http))) => body-rate:
(define body-rate: 'body-rate:)

(define-record-type http-settings
  (%http-settings timeout connections head-limit body-limit body-rate)
  http-settings?
  (timeout %setting-timeout)
  (connections %setting-connections)
  (head-limit %setting-head-limit)
  (body-limit %setting-body-limit)
  (body-rate %setting-body-rate))

;;> (http-listen port [host]): a listener as by tcp-listen, whose clients may
;;> also speak HTTP/2, without a question before (RFC 9113, 3.3), as proxies do
;;> and other services: their requests are connections, as for tls-listen. One
;;> that says nothing for ten seconds is closed. Raises type, file.
;;> Example: (let ((l (http-listen 0))) (http-serve l (lambda (r) (text-response (request-path r)))) (body-text (http-request "GET" (string-append "http://127.0.0.1:" (number->string (listener-port l)) "/hi")))) => "/hi"
(define http-listen
  (case-lambda
    ((port) (http-listen port "127.0.0.1"))
    ((port host)
     (%listen 'listen-http port host '(http-listen)))))

;;> (http-serve listener handler option ...): a new process that serves HTTP
;;> until the listener is closed, and its pid. For each request it calls the
;;> handler with it, in a process of its own, and sends what that returns, which
;;> must be a response. If the handler fails, the answer has the status 500, and
;;> the failure is reported like that of any process; a condition of kind http
;;> that body-bytes and the like raise becomes an answer with its status.
;;> Options: timeout: is the seconds (30) after which a connection that sends or
;;> takes nothing, or not all of a head, is closed; and connections:,
;;> head-limit:, body-limit: and body-rate:. Raises type.
;;> Example: (let ((l (tcp-listen 0))) (http-serve l (lambda (r) (text-response (request-path r)))) (body-text (http-request "GET" (string-append "http://127.0.0.1:" (number->string (listener-port l)) "/hi")))) => "/hi"
(define (http-serve listener handler . options)
  (if (not (listener? listener))
      (%type-error 'http-serve "a listener" listener))
  (%require-callback handler 1 'http-serve)
  (%check-options options
                  (list timeout: connections: head-limit: body-limit:
                        body-rate:)
                  'http-serve)
  (let ((settings (%http-settings (%option timeout: options 30)
                                  (%option connections: options 10000)
                                  (%option head-limit: options 16384)
                                  (%option body-limit: options 1000000)
                                  (%option body-rate: options 500))))
    (spawn (lambda () (%accept listener handler settings 0))
           name: 'http-server)))

;; `count` connections are there, or their end has not been seen.
(define (%accept listener handler settings count)
  (let* ((count (%without-ended count (%setting-connections settings)))
         (connection (%next-connection listener (list binary: #t))))
    (if connection
        (let ((pid (spawn (lambda () (%serve-connection connection handler
                                                        settings))
                          name: 'http-connection)))
          (monitor pid)
          ;; The other side may have closed it already.
          (guard (e ((file-error? e) #f))
            (give-connection! connection pid))
          (! pid '(begin))
          (%accept listener handler settings (+ count 1))))))

;; Without those whose end was told. Waits while there are too many.
(define (%without-ended count most)
  (if (< count most)
      (recv (('down _ _ _ _) (%without-ended (- count 1) most))
            (after 0 count))
      (recv (('down _ _ _ _) (%without-ended (- count 1) most)))))

;; What goes wrong here comes from the other side, and is no failure: it is told
;; why with a status if it can still hear that.
(define (%serve-connection connection handler settings)
  (recv (('begin) #t))
  (let ((output (connection-output connection))
        (source (%http-source (connection-input connection) #u8()))
        (timeout (%setting-timeout settings)))
    (guard (e ((file-error? e) #f)
              ((and (condition? e) (eq? 'timeout (condition-kind e)))
               (if (< 0 (%unused-count source))
                   (%answer-alone 408 "the request took too long" output)))
              ((%http-refusal? e) (%answer-refusal e output)))
      (connection-timeout-set! connection timeout)
      (let loop ()
        (if (%serve-next source connection handler settings)
            (loop))))
    (%close-slowly connection)))

;; Serves the next request, if one comes. Whether another may follow.
(define (%serve-next source connection handler settings)
  (and (or (< 0 (%unused-count source)) (%http-more! source))
       (or (not (%skip-empty-line! source))
           (< 0 (%unused-count source))
           (%http-more! source))
       (begin
         (%http-deadline-set! source (+ (monotonic-time)
                                        (%setting-timeout settings)))
         (let ((text (%http-text! source #f (%setting-head-limit settings)
                                  431)))
           (%http-deadline-set! source #f)
           (and text
                (%serve-request text source connection handler settings))))))

(define (%serve-request text source connection handler settings)
  (let* ((me (self))
         (tag (make-tag))
         (unread (%http-bytes source))
         (request (spawn
                   (lambda ()
                     (%handle text unread connection handler settings
                              (lambda (message)
                                (! me (cons tag message)))))
                   name: 'http-request))
         (watch (monitor request)))
    (let loop ((started? #f))
      (recv
        ((,tag 'started) (loop #t))
        ((,tag 'served unread keep?)
         (demonitor watch)
         (%unused-set! source unread)
         (%unused-at-set! source 0)
         keep?)
        (('down ,watch _ _ _)
         (if (not started?)
             (%answer-alone 500 "this did not work"
                            (connection-output connection)))
         #f)))))

;; In the process of a request.
(define (%handle text unread connection handler settings tell)
  (let* ((source (%http-body-source (connection-input connection) unread
                                    (%setting-timeout settings)
                                    (%setting-body-rate settings)))
         (output (connection-output connection))
         (started? #f))
    (guard (e ((or (%http-refusal? e)
                   (and (condition? e) (eq? 'http-unread (condition-kind e))))
               (if (not started?)
                   (begin
                     (tell '(started))
                     (%answer-refusal e output)))
               (tell '(served #u8() #f))))
      (let* ((request (%received-request text source connection settings))
             (answer (handler request)))
        (if (not (response? answer))
            (%type-error 'http-serve "a response from the handler" answer))
        (set! started? #t)
        (tell '(started))
        (%answer request answer source output tell)))))

(define (%received-request text source connection settings)
  (let*-values (((line headers) (%head-lines text))
                ((method target version-1.1?) (%request-line line))
                ((path query) (%target-parts target)))
    (let ((form (or (%body-form headers) 0)))
      (if (not (= (if version-1.1? 1 (min 1 (length (%all "host" headers))))
                  (length (%all "host" headers))))
          (%http-refuse 400 "there must be one header host"))
      (if (and (eq? form 'chunked) (not version-1.1?))
          (%http-refuse 400 "HTTP/1.0 knows no chunks"))
      (let ((request
             (%make-request
              method target path query headers version-1.1?
              (connection-peer connection) (connection-secure? connection)
              "")))
        (%request-body-set!
         request
         (%http-body source form
                     (%limit-for request (%setting-body-limit settings))
                     (and version-1.1?
                          (member "100-continue"
                                  (%header-words headers "expect"))
                          (lambda ()
                            (%put (string->utf8
                                   "HTTP/1.1 100 Continue\r\n\r\n")
                                  (connection-output connection))))))
        request))))

(define (%limit-for request limit)
  (let ((bytes (if (procedure? limit) (limit request) limit)))
    (if (and (exact-integer? bytes) (<= 0 bytes))
        bytes
        (%type-error 'http-serve "a number of bytes as body-limit:" bytes))))

(define (%all name headers)
  (cond ((null? headers) '())
        ((string=? name (caar headers))
         (cons (cdar headers) (%all name (cdr headers))))
        (else (%all name (cdr headers)))))

;; Of a body that nobody has read so much is read to keep the connection.
(define %skipped-max 65536)

(define (%answer request answer source output tell)
  (let* ((head? (string=? "HEAD" (request-method request)))
         (chunks? (%version-1.1? request))
         (words (%header-words (request-headers request) "connection"))
         (streamed? (procedure? (%response-body answer)))
         (keep? (and (not (%response-upgrade answer))
                     (not (member "close" words))
                     (if chunks?
                         #t
                         (and (member "keep-alive" words) (not streamed?)))
                     (let ((body (%request-body request)))
                       (if (http-body? body)
                           (%body-skip! body %skipped-max)
                           #t)))))
    (%write-response answer head? chunks? keep? output)
    (if (%response-upgrade answer)
        ((%response-upgrade answer)
         (%http-source (%http-input source) (%http-bytes source))
         output))
    (tell (list 'served (%http-bytes source) (if keep? #t #f)))))

(define (%answer-refusal condition output)
  (%answer-alone (car (error-object-irritants condition))
                 (error-object-message condition) output))

;; An answer after which nothing follows.
(define (%answer-alone status why output)
  (guard (e ((condition? e) #f))
    (%write-response (text-response (string-append why "\n") status)
                     #f #t #f output)))

;; If a connection is closed while something that it sent is not read, its other
;; side may lose the last answer: so what comes is read for a while.
(define (%close-slowly connection)
  (guard (e ((condition? e) #f))
    (close-port (connection-output connection))
    (port-timeout-set! (connection-input connection) 1)
    (let ((end (+ (monotonic-time) 2)))
      (let loop ((left 4000000))
        (if (and (< 0 left) (< (monotonic-time) end))
            (let ((bytes (read-bytevector-some
                          65536 (connection-input connection))))
              (if (bytevector? bytes)
                  (loop (- left (bytevector-length bytes)))))))))
  (guard (e ((condition? e) #f)) (close-connection connection)))
