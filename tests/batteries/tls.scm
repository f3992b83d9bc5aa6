;; TLS: HTTP and WebSockets over it, whom a client believes, and connections that
;; it keeps.
(import (scheme base) (scheme write) (mound conditions) (mound http) (mound tcp)
        (mound tls) (mound websocket) (termite process))

(define (show object) (write object) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))

(define-values (certificate-text key-text)
  (make-certificate "localhost" "127.0.0.1"))
(define-values (other-certificate other-key) (make-certificate "localhost"))
(define listener
  (tls-listen 0 certificate: certificate-text key: key-text))

(define (handler request)
  (let ((path (request-path request)))
    (cond ((string=? path "/count")
           (let loop ((count 0))
             (let ((part (body-some request)))
               (if (eof-object? part)
                   (text-response (number->string count))
                   (loop (+ count (bytevector-length part)))))))
          ((string=? path "/stream")
           (response 200 '()
                     (lambda (write!)
                       (do ((i 0 (+ i 1))) ((= i 300))
                         (write! (make-string 1000 #\x))))))
          ((string=? path "/socket")
           (websocket-response request
                               (lambda (socket)
                                 (websocket-send
                                  socket (websocket-receive socket)))))
          ((string=? path "/meet")
           (! gathering (list (self) (request-peer request)))
           (text-response (recv (('all count) (number->string count)))))
          ((string=? path "/peer") (text-response (request-peer request)))
          ((string=? path "/wrong") (car '()))
          (else
           (text-response
            (string-append (request-method request) " "
                           (request-header request "host")
                           (if (request-secure? request) " secure" "")))))))
(define server (http-serve listener handler))
(define port (number->string (listener-port listener)))
(define (url path) (string-append "https://localhost:" port path))
(define (ask method path . options)
  (let ((answer (apply http-request method (url path)
                       trust: certificate-text options)))
    (list (response-status answer) (body-text answer))))

(show (equal? (ask "GET" "/")
              (list 200 (string-append "GET localhost:" port " secure"))))
(show (ask "HEAD" "/"))
(show (car (ask "GET" "/wrong")))
(show (ask "POST" "/count" body: (make-bytevector 500000 7)))
(show (car (ask "POST" "/count" body: (make-bytevector 1000001 7))))
(show (string-length (cadr (ask "GET" "/stream"))))
;; A page of the same host that came in clear may be anybody's.
(define (status-for origin)
  (kind-of
   (websocket-connect (string-append "wss://localhost:" port "/socket")
                      (lambda (socket) 'connected)
                      trust: certificate-text
                      headers: (list (cons 'origin origin)))))
(show (map status-for (list (string-append "https://localhost:" port)
                            (string-append "http://localhost:" port))))
(show (websocket-connect
       (string-append "wss://localhost:" port "/socket")
       (lambda (socket)
         (websocket-send socket "hello")
         (websocket-receive socket))
       trust: certificate-text))

;; Whoever is not believed, or is somebody else, gets no request.
(show (kind-of (http-request "GET" (url "/"))))
(show (kind-of (http-request "GET" (url "/") trust: other-certificate)))
(show (kind-of (http-request "GET" (string-append "https://127.0.0.2:" port)
                             trust: certificate-text)))
(show (kind-of (http-request "GET" (url "/") trust: "nobody")))
;; A client that does not know of TLS.
(show (kind-of (http-request "GET" (string-append "http://localhost:" port))))
(show (car (ask "GET" "/")))

;; A new certificate is for those who come from now on.
(tls-renew! listener certificate: other-certificate key: other-key)
(show (kind-of (ask "GET" "/")))
(show (response-status (http-request "GET" (url "/") trust: other-certificate)))
(show (kind-of (tls-renew! listener certificate: certificate-text
                           key: other-key)))
(tls-renew! listener certificate: certificate-text key: key-text)

;; Connections that are kept: one is used again, by any process, and not if
;; something of its answer is left.
(define client (make-http-client))
(define (peer) (cadr (ask "GET" "/peer" client: client)))
(define first-peer (peer))
(show (string=? first-peer (peer)))
(define me (self))
(define other (spawn (lambda () (! me (peer)))))
(show (string=? first-peer (recv (text text))))
;; That process has ended; the connection was given back before.
(wait-for other)
(show (string=? first-peer (peer)))
;; Several requests at the same time go over one connection: each handler waits
;; until all have come.
(define together (make-http-client))
(define (meet)
  (let ((number (string->number
                 (cadr (ask "GET" "/meet" client: together)))))
    (! me (list 'met number))))
(define gathering
  (spawn
   (lambda ()
     (let loop ((waiting '()))
       (recv ((from peer)
              (let ((waiting (cons (cons from peer) waiting)))
                (if (= 5 (length waiting))
                    (for-each (lambda (entry)
                                (! (car entry)
                                   (list 'all (length (distinct
                                                       (map cdr waiting))))))
                              waiting)
                    (loop waiting)))))))))
(define (distinct texts)
  (cond ((null? texts) '())
        ((member (car texts) (cdr texts)) (distinct (cdr texts)))
        (else (cons (car texts) (distinct (cdr texts))))))
(ask "GET" "/peer" client: together)
(for-each (lambda (ignored) (spawn meet)) '(1 2 3 4 5))
(show (map (lambda (ignored) (recv (('met number) number))) '(1 2 3 4 5)))

(show (bytevector? (call-with-http-response "GET" (url "/stream") body-some
                                            client: client
                                            trust: certificate-text)))
(show (car (ask "GET" "/peer" client: client)))

;; A server that closes what is kept: what may be asked twice is.
(define (serve-some listener count)
  (spawn
   (lambda ()
     (let loop ((left count))
       (if (< 0 left)
           (begin
             (with-connection
              (tcp-accept listener)
              (lambda (in out)
                (let skip () (if (not (string=? "" (read-head in))) (skip)))
                (write-string "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                              out)))
             (loop (- left 1))))))))
(define (read-head in)
  (let loop ((line '()))
    (let ((c (read-char in)))
      (cond ((or (eof-object? c) (char=? c #\newline)) (list->string line))
            ((char=? c #\return) (loop line))
            (else (loop (cons c line)))))))
(define forgetful (tcp-listen 0))
(serve-some forgetful 3)
(define (ask-forgetful)
  (body-text (http-request "GET" (string-append "http://127.0.0.1:"
                                                (number->string
                                                 (listener-port forgetful)))
                           client: client)))
(show (let* ((a (ask-forgetful)) (b (ask-forgetful)) (c (ask-forgetful)))
        (list a b c)))
(close-http-client client)
(show (car (ask "GET" "/peer" client: client)))
