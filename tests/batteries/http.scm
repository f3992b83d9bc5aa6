;; A server of HTTP: what handlers see and return, and what is refused.
(import (scheme base) (scheme write) (mound base) (mound conditions)
        (mound clock) (mound http) (mound port) (mound tcp) (termite process))

(define (show object) (write object) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))

(define (handler request)
  (let ((path (request-path request)))
    (cond ((string=? path "/echo")
           (response 200 (list (cons 'x-method (request-method request)))
                     (body-bytes request)))
          ((string=? path "/text") (text-response (body-text request)))
          ((string=? path "/json") (json-response (body-json request)))
          ((string=? path "/stream")
           (response 200 '((content-type . "text/plain"))
                     (lambda (write!)
                       (do ((i 0 (+ i 1))) ((= i 50))
                         (write! (make-string 1000 #\x))))))
          ((string=? path "/count")
           (let loop ((count 0))
             (let ((part (body-some request)))
               (if (eof-object? part)
                   (text-response (number->string count))
                   (loop (+ count (bytevector-length part)))))))
          ((string=? path "/exit") (halt!))
          ((string=? path "/wrong") 'no-response)
          ((string=? path "/moved") (redirect-response "/text"))
          ((string=? path "/empty") (response 204 '() ""))
          (else
           (json-response
            (list (cons 'path path)
                  (cons 'query (list->vector (map car (request-query request))))
                  (cons 'host (request-header request "host"))))))))

(define listener (tcp-listen 0))
(define server (http-serve listener handler timeout: 20 body-limit: 100000))
(define port (number->string (listener-port listener)))
(define (url path) (string-append "http://127.0.0.1:" port path))
(define (ask method path . options)
  (apply http-request method (url path) options))

;; The client.
(define (text-of method path . options)
  (let ((answer (apply ask method path options)))
    (list (response-status answer) (body-text answer))))
(show (let ((found (body-json (ask "GET" "/a%20b%C3%A9?x=1&y=%26"
                                   headers: '((host . "example"))))))
        (list (cdr (assq 'path found)) (cdr (assq 'query found))
              (cdr (assq 'host found)))))
(show (text-of "POST" "/text" body: "hellö"))
(show (text-of "POST" "/json" body: "{\"a\": [1, 2]}"))
(show (response-header (ask "PUT" "/echo") "x-method"))
(show (string-length (body-text (ask "GET" "/stream"))))
(show (text-of "HEAD" "/stream"))
(show (text-of "GET" "/empty"))
(show (let ((answer (ask "GET" "/moved")))
        (list (response-status answer) (response-header answer "location"))))
(show (text-of "POST" "/count" body: (make-bytevector 100000 1)))
(show (car (text-of "POST" "/count" body: (make-bytevector 100001 1))))
(show (text-of "POST" "/json" body: "{"))
(show (text-of "POST" "/text" body: #u8(255)))
(show (text-of "GET" "/exit"))
(show (kind-of (ask "GET" "/stream" limit: 100)))
(show (kind-of (http-request "GET" "ftp://localhost/")))
(show (kind-of (ask "GET" "/" headers: '((x . "a\nb")))))

;; By hand: each text is sent as it is, and the status of each answer is shown.
(define (statuses text)
  (let ((connection (tcp-connect "127.0.0.1" (listener-port listener))))
    (with-connection
     connection
     (lambda (in out)
       (write-string text out)
       (close-port out)
       (let loop ((parts (string-split (read-all in) "HTTP/1.1 ")))
         (if (pair? (cdr parts))
             (cons (string->number (substring (cadr parts) 0 3))
                   (loop (cdr parts)))
             '()))))))
(define (lines . lines) (string-append (string-join lines "\r\n") "\r\n\r\n"))
(define host "Host: h")

(show (statuses (lines "GET / HTTP/1.1" host)))
(show (statuses (string-append (lines "GET /text HTTP/1.1" host)
                               (lines "POST /text HTTP/1.1" host
                                      "Content-Length: 2")
                               "ab" (lines "GET /empty HTTP/1.1" host)
                               "\r\n")))
(show (statuses (string-append (lines "POST /text HTTP/1.1" host
                                      "Transfer-Encoding: chunked")
                               "3;x=y\r\nabc\r\n1\r\nd\r\n0\r\nX: y\r\n\r\n"
                               (lines "GET / HTTP/1.1" host))))
;; A body that nobody reads does not stand in the way of the next request.
(show (statuses (string-append (lines "POST / HTTP/1.1" host
                                      "Content-Length: 5")
                               "GET /" (lines "GET / HTTP/1.1" host))))
(show (statuses (lines "GET / HTTP/1.0")))
(show (statuses (string-append (lines "GET / HTTP/1.1" host "Connection: close")
                               (lines "GET / HTTP/1.1" host))))
(show (statuses (string-append (lines "POST /text HTTP/1.1" host
                                      "Expect: 100-continue"
                                      "Content-Length: 1")
                               "a")))
(for-each
 (lambda (text) (show (statuses text)))
 (list
  ""
  "\r\n"
  (lines "GET / HTTP/1.1")
  (lines "GET / HTTP/1.1" host host)
  (lines "GET / HTTP/2.0" host)
  (lines "GET / HTTP/1.1 x" host)
  (lines "GET  / HTTP/1.1" host)
  (lines "G(T / HTTP/1.1" host)
  (lines "GET /%zz HTTP/1.1" host)
  (lines "GET /%ff HTTP/1.1" host)
  (lines "GET /é HTTP/1.1" host)
  (lines "hello")
  (lines "GET / HTTP/1.1" host "no colon")
  (lines "GET / HTTP/1.1" host "name : x")
  (lines "GET / HTTP/1.1" host " folded: x")
  (lines "GET / HTTP/1.1" host ": x")
  (lines "GET / HTTP/1.1" host "a: \x0;")
  (lines "GET / HTTP/1.1" host "a: x\ry")
  "GET / HTTP/1.1\nHost: h\n\n"
  (lines "POST / HTTP/1.1" host "Content-Length: 1" "Content-Length: 1")
  (lines "POST / HTTP/1.1" host "Content-Length: -1")
  (lines "POST / HTTP/1.1" host "Content-Length: 1x")
  (lines "POST / HTTP/1.1" host "Content-Length: 99999999999999999999")
  (lines "POST / HTTP/1.1" host "Content-Length: 200000")
  (lines "POST / HTTP/1.1" host "Content-Length: 1" "Transfer-Encoding: chunked")
  (lines "POST / HTTP/1.1" host "Transfer-Encoding: gzip")
  (lines "POST / HTTP/1.0" host "Transfer-Encoding: chunked")
  (string-append (lines "POST /text HTTP/1.1" host "Content-Length: 9") "short")
  (string-append (lines "POST /text HTTP/1.1" host "Transfer-Encoding: chunked")
                 "x\r\n")
  (string-append (lines "POST /text HTTP/1.1" host "Transfer-Encoding: chunked")
                 "1\r\nabc\r\n")
  (string-append (lines "POST /text HTTP/1.1" host "Transfer-Encoding: chunked")
                 "fffffffff\r\n")
  (lines "GET / HTTP/1.1" host (string-append "a: " (make-string 20000 #\a)))
  (apply lines "GET / HTTP/1.1" host (make-list 200 "a: b"))
  "GET / HTTP/1.1\r\nHost:"))

;; A line that never ends, and a head that comes too slowly.
(define (first-line text listener)
  (let ((connection (tcp-connect "127.0.0.1" (listener-port listener))))
    (with-connection connection
                     (lambda (in out) (write-string text out) (read-line in)))))
(show (first-line (make-string 17000 #\a) listener))
(define hurried (tcp-listen 0))
(define hurried-server (http-serve hurried handler timeout: 0.1))
;; Where it is slow to send even that, nothing is answered.
(define late (first-line "GET / HTTP/1.1\r\nHo" hurried))
(show (or (eof-object? late)
          (string=? late "HTTP/1.1 408 Request Timeout")))
(show (eof-object? (first-line "" hurried)))

;; A body that comes, but a byte now and then, and what comes behind an answer
;; after which nothing may come: neither keeps a process for long.
(define slow (tcp-listen 0))
(define slow-server (http-serve slow handler timeout: 0.5 body-rate: 1000))
(define (dribble head)
  (with-connection
   (tcp-connect "127.0.0.1" (listener-port slow))
   (lambda (in out)
     (write-string head out)
     (flush-output-port out)
     (let ((writer
            (spawn (lambda ()
                     (guard (e ((condition? e) #f))
                       (do ((i 0 (+ i 1))) ((= i 500))
                         (write-string "x" out)
                         (flush-output-port out)
                         (? 0.02 #f)))))))
       (let ((answer (read-line in)))
         (guard (e ((file-error? e) #f)) (read-all in))
         ;; What is written after the end is refused: the writer hears of it.
         (wait-for writer)
         answer)))))
(define (seconds-of thunk)
  (let ((start (monotonic-time)))
    (let ((result (thunk))) (cons (- (monotonic-time) start) result))))
(for-each (lambda (head)
            (let ((took (seconds-of (lambda () (dribble head)))))
              (show (list (< (car took) 9) (cdr took)))))
          (list (lines "POST /text HTTP/1.1" host "Content-Length: 500")
                (lines "hello")))
(define many-fields
  (apply string-append (map (lambda (i) "a&") (make-list 5000 0))))
(show (kind-of (body-form (make-request "POST" "/" '() many-fields))))

;; One connection at a time: the second is served when the first has ended.
(define narrow (tcp-listen 0))
(define narrow-server (http-serve narrow handler connections: 1))
(define first-client (tcp-connect "127.0.0.1" (listener-port narrow)))
(define request-text (lines "GET / HTTP/1.1" host))
(write-string request-text (connection-output first-client))
(show (read-line (connection-input first-client)))
(define second-client (tcp-connect "127.0.0.1" (listener-port narrow)))
(write-string request-text (connection-output second-client))
(close-connection first-client)
(show (read-line (connection-input second-client)))
(close-connection second-client)

;; A handler without a network.
(show (body-json (handler (make-request "GET" "/x?a=1"))))
(show (kind-of (make-request "GET" "/%")))

(close-listener listener)
(show (and (memq (wait-for server) '(normal noproc)) #t))
