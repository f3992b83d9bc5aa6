;;; WebSockets: the handshake, messages, and the end.
;;;
;;; The process that has the connection reads; any process of the node may
;;; write, since a message goes out in one piece. When nothing has come for as
;;; long as the connection's timeout, the other side is asked whether it is
;;; there; when it does not answer for as long again, reading raises timeout.

;; `mask?` is true for a client, whose frames are masked. `asked?` says whether
;; the other side has been asked for a sign of life since something came.
(define-record-type websocket
  (%make-websocket source output mask? limit asked? closed?)
  websocket?
  (source %socket-source)
  (output %socket-output)
  (mask? %socket-mask?)
  (limit %socket-limit)
  (asked? %socket-asked? %socket-asked?-set!)
  (closed? %socket-closed? %socket-closed?-set!))

;;> (websocket? object): whether it is a WebSocket.
;;> Example: (websocket? 5) => #f

;;> message-limit: the keyword before the bytes that a message may have; a
;;> million if it is not given.
;;> Example: (eval 'message-limit: (environment '(scheme base) '(mound websocket))) => message-limit:
(define message-limit: 'message-limit:)

;;> any-origin: the keyword before #t if pages of other sites may connect, too.
;;> Otherwise a request is refused (403) whose header origin is there and names
;;> another host than its header host, or a page without TLS where the request
;;> came by TLS: browsers send a user's cookies along whoever made the page.
;;> Example: (eval 'any-origin: (environment '(scheme base) '(mound websocket))) => any-origin:
(define any-origin: 'any-origin:)

;;> (websocket-response request procedure option ...): what a handler of
;;> http-serve returns to go on with a WebSocket: in the process of the request,
;;> the procedure is called with it, and it is closed when that returns. A
;;> request for something else gets an answer that says so. Options:
;;> message-limit: and any-origin:. Raises type.
;;> Example: (response-status (websocket-response (make-request "GET" "/") (lambda (socket) #t))) => 426
(define (websocket-response request procedure . options)
  (%check-options options (list message-limit: any-origin:)
                  'websocket-response)
  (%require-callback procedure 1 'websocket-response)
  (let ((key (request-header request "sec-websocket-key"))
        (limit (%option message-limit: options 1000000)))
    (cond ((not (and key
                     (string=? "GET" (request-method request))
                     (member "websocket"
                             (%header-words (request-headers request)
                                            "upgrade"))))
           (response 426 '((upgrade . "websocket"))
                     "a WebSocket is expected\n"))
          ((not (equal? "13" (request-header request "sec-websocket-version")))
           (response 426 '((sec-websocket-version . "13"))
                     "version 13 is expected\n"))
          ((not (or (%option any-origin: options #f) (%own-origin? request)))
           (text-response "a page of another site may not connect\n" 403))
          (else
           (%upgrade-response
            (list '(upgrade . "websocket")
                  (cons 'sec-websocket-accept (%accepted key)))
            (lambda (source output)
              (%with-socket (%make-websocket source output #f limit #f #f)
                            procedure)))))))

;; Whether a browser says that the page is of the host that it asks. A page that
;; came in clear may be of whoever stands in between.
(define (%own-origin? request)
  (let ((origin (request-header request "origin"))
        (host (request-header request "host")))
    (or (not origin)
        (and host
             (let ((start (string-search "://" origin)))
               (and start
                    (or (not (request-secure? request))
                        (string=? "https" (string-downcase
                                           (substring origin 0 start))))
                    (string=? (string-downcase host)
                              (string-downcase
                               (substring origin (+ start 3)
                                          (string-length origin))))))))))

(define (%accepted key)
  (bytevector->base64
   (digest 'sha-1
           (string-append key "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))))

;; A failure is told to the other side as such (1011) before it goes on. That a
;; connection is lost, or its other side malformed, is no failure.
(define (%with-socket socket procedure)
  (guard (e ((file-error? e) #f)
            ((and (condition? e)
                  (memq (condition-kind e) '(websocket timeout)))
             #f))
    (with-exception-handler
     (lambda (object)
       (guard (e ((condition? e) #f))
         (if (not (%socket-closed? socket)) (%send-close socket 1011 "")))
       (raise-continuable object))
     (lambda ()
       (procedure socket)
       (websocket-close socket)))))

;;> (websocket-connect url procedure option ...): connects to a url that begins
;;> with ws:// or wss://, calls the procedure with the WebSocket, closes it, and
;;> returns what the procedure did. Options: message-limit:, headers:, trust: as
;;> for http-request, and timeout: in seconds (30). Raises type, file, timeout,
;;> and http if the server refuses.
;;> Example: (let ((l (tcp-listen 0))) (http-serve l (lambda (r) (websocket-response r (lambda (s) (websocket-send s (string-append "you said " (websocket-receive s))))))) (websocket-connect (string-append "ws://127.0.0.1:" (number->string (listener-port l)) "/") (lambda (s) (websocket-send s "hi") (let* ((a (websocket-receive s)) (b (websocket-receive s))) (list a (eof-object? b)))))) => ("you said hi" #t)
(define (websocket-connect url procedure . options)
  (%check-options options (list message-limit: headers: timeout: trust:)
                  'websocket-connect)
  (%require-callback procedure 1 'websocket-connect)
  (if (not (and (string? url)
                (or (eqv? 0 (string-search "ws://" url))
                    (eqv? 0 (string-search "wss://" url)))))
      (%type-error 'websocket-connect
                   "a string that begins with ws:// or wss://" url))
  (let-values (((secure? host port target)
                (%url-parts (string-append
                             "http"
                             (substring url 2 (string-length url))))))
    (let* ((timeout (%option timeout: options 30))
           (connection (%open-url secure? host port 'bytes options))
           (source (%http-source (connection-input connection) #u8()))
           (output (connection-output connection)))
      (dynamic-wind
       void
       (lambda ()
         (connection-timeout-set! connection timeout)
         (%ask-for-socket source output host port target
                          (%option headers: options '()))
         (let ((socket (%make-websocket
                        source output #t
                        (%option message-limit: options 1000000) #f #f)))
           (let ((result (procedure socket)))
             (websocket-close socket)
             result)))
       (lambda () (close-connection connection))))))

(define (%ask-for-socket source output host port target headers)
  (let ((key (bytevector->base64 (random-bytes 16))))
    (write-bytevector
     (string->utf8
      (%head-text (string-append "GET " target " HTTP/1.1")
                  (%sent-headers headers)
                  (list (cons "host" (string-append
                                      host ":" (number->string port)))
                        '("upgrade" . "websocket")
                        '("connection" . "upgrade")
                        '("sec-websocket-version" . "13")
                        (cons "sec-websocket-key" key))))
     output)
    (let*-values (((text) (or (%http-text! source #f 65536 502)
                              (%http-refuse 502 "there was no answer")))
                  ((line headers) (%head-lines text))
                  ((status version-1.1?) (%status-line line)))
      (if (not (= status 101))
          (%http-refuse status "the server refuses a WebSocket"))
      (if (not (equal? (%accepted key)
                       (%header-ref headers "sec-websocket-accept")))
          (%http-refuse 502 "the server did not understand")))))

;;> (websocket-send socket message): sends it, a string or a bytevector; waits
;;> while the other side does not read. Any process of the node may do this.
;;> Raises type, file, timeout.
;;> Example: (guard (e (#t (condition-kind e))) (websocket-send 'x "hello")) => type
(define (websocket-send socket message)
  (if (not (websocket? socket))
      (%type-error 'websocket-send "a WebSocket" socket))
  (cond ((string? message)
         (%send-frame socket 1 (string->utf8 message)))
        ((bytevector? message) (%send-frame socket 2 message))
        (else
         (%type-error 'websocket-send "a string or bytevector" message))))

;;> (websocket-receive socket): the next message, a string or bytevector, or an
;;> end of file object if the other side has ended the conversation. Raises
;;> type, file, timeout, and websocket if what comes is malformed or too large.
;;> Example: (guard (e (#t (condition-kind e))) (websocket-receive 'x)) => type
(define (websocket-receive socket)
  (if (not (websocket? socket))
      (%type-error 'websocket-receive "a WebSocket" socket))
  (if (%socket-closed? socket) (eof-object) (%receive-message socket)))

;; Seconds for which the other side may go on to send what it had to say.
(define %goodbye-time 2)

;;> (websocket-close socket [code [reason]]): tells the other side that nothing
;;> will follow, with a code (1000), and reads on until it has agreed, for two
;;> seconds at most if it sends something else. Raises type.
;;> Example: (guard (e (#t (condition-kind e))) (websocket-close 'x)) => type
(define (websocket-close socket . more)
  (if (not (websocket? socket))
      (%type-error 'websocket-close "a WebSocket" socket))
  (if (not (%socket-closed? socket))
      (guard (e ((and (condition? e)
                      (memq (condition-kind e) '(file timeout websocket)))
                 #f))
        (%send-close socket (if (pair? more) (car more) 1000)
                     (if (and (pair? more) (pair? (cdr more))) (cadr more) ""))
        (%http-deadline-set! (%socket-source socket)
                             (+ (monotonic-time) %goodbye-time))
        ;; As many as the other side may have sent before it heard.
        (let loop ((left 1000))
          (if (and (< 0 left)
                   (not (eof-object? (%receive-message socket))))
              (loop (- left 1))))))
  (%socket-closed?-set! socket #t))
