;; WebSockets: messages both ways, the handshake, and frames that are refused.
(import (scheme base) (scheme write) (mound base) (mound conditions)
        (mound http) (mound port) (mound tcp) (mound websocket)
        (termite process))

(define (show object) (write object) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((_ expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))

(define (echo socket)
  (let loop ()
    (let ((message (websocket-receive socket)))
      (cond ((eof-object? message) #f)
            ((equal? message "stop") #f)
            ((equal? message "exit") (halt!))
            ((equal? message "raise") (raise 'failed))
            ((equal? message "large")
             (websocket-send socket (make-bytevector 70000 7))
             (loop))
            (else (websocket-send socket message) (loop))))))
(define (handler request)
  (websocket-response request echo message-limit: 1000))
(define listener (tcp-listen 0))
(define server (http-serve listener handler))
(define port (listener-port listener))
(define url (string-append "ws://127.0.0.1:" (number->string port) "/x"))

(show (websocket-connect
       url
       (lambda (socket)
         (map (lambda (message)
                (websocket-send socket message)
                (equal? message (websocket-receive socket)))
              (list "" "hello" "λ😀" #u8() #u8(0 255 128)
                    (make-string 125 #\a) (make-string 126 #\a)
                    (make-bytevector 1000 7))))))
;; Ended by the server, and by the end of its process.
(define (answer-to message)
  (websocket-connect url (lambda (socket)
                           (websocket-send socket message)
                           (let ((answer (websocket-receive socket)))
                             (if (eof-object? answer) 'end answer)))))
(show (answer-to "stop"))
(show (kind-of (answer-to "exit")))
(show (kind-of (answer-to (make-string 1001 #\a))))
;; Lengths of eight bytes.
(show (equal? (make-bytevector 70000 7) (answer-to "large")))
;; A server that says nothing.
(define mute (tcp-listen 0))
(show (kind-of (websocket-connect
                (string-append "ws://127.0.0.1:"
                               (number->string (listener-port mute)))
                websocket-receive timeout: 0.05)))

;; A server that ends without an answer.
(define silent (tcp-listen 0))
(tcp-serve silent (lambda (connection) (read-line (connection-input connection))))
(show (guard (e ((condition? e)
                 (list (condition-kind e) (error-object-message e)
                       (error-object-irritants e))))
        (websocket-connect
         (string-append "ws://127.0.0.1:" (number->string (listener-port silent)))
         websocket-receive)))

;; Other processes write, too.
(show (websocket-connect
       url
       (lambda (socket)
         (let ((writers
                (map (lambda (n)
                       (spawn (lambda ()
                                (do ((i 0 (+ i 1))) ((= i 5))
                                  (websocket-send socket
                                                  (make-string 100 n))))))
                     (string->list "abc"))))
           (let loop ((count 0) (whole? #t))
             (if (= count 15)
                 whole?
                 (let ((message (websocket-receive socket)))
                   (loop (+ count 1)
                         (and whole?
                              (string=? message
                                        (make-string
                                         100 (string-ref message 0))))))))))))

;; The handshake, with the key of the standard's example.
(define (handshake . headers)
  (string-append
   (string-join (append (list "GET /x HTTP/1.1" "Host: example.org:81")
                        headers)
                "\r\n")
   "\r\n\r\n"))
(define usual
  '("Upgrade: WebSocket" "Connection: keep-alive, Upgrade"
    "Sec-WebSocket-Version: 13"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
(define (first-line text)
  (with-connection (tcp-connect "127.0.0.1" port)
                   (lambda (in out) (write-string text out) (read-line in))))
(define (with-headers . headers) (apply handshake (append usual headers)))
(show (first-line (with-headers)))
(show (first-line (with-headers "Origin: http://Example.org:81")))
(show (first-line (with-headers "Origin: https://example.com")))
(show (first-line (with-headers "Origin: null")))
(show (first-line (apply handshake (cdr usual))))
(show (first-line (handshake (car usual) (cadr usual)
                             "Sec-WebSocket-Version: 8" (cadddr usual))))

;; Frames by hand, with a mask of zeros; shown is what comes behind the head.
(define (zeros content) (append '(0 0 0 0) content))
(define (frame first length . content)
  (apply bytevector first (+ 128 length) (zeros content)))
(define (answers . frames)
  (answers-at port (lambda (out)
                     (for-each (lambda (frame) (write-bytevector frame out))
                               frames)
                     (close-port out))))
(define (answers-at port talk)
  (let ((connection (tcp-connect "127.0.0.1" port binary: #t)))
    (with-connection
     connection
     (lambda (in out)
       (write-bytevector (string->utf8 (with-headers)) out)
       (talk out)
       (let* ((bytes (read-all-bytes in))
              (head (let loop ((i 0))
                      (if (equal? #u8(13 10 13 10)
                                  (bytevector-copy bytes i (+ i 4)))
                          (+ i 4)
                          (loop (+ i 1))))))
         (bytevector-copy bytes head))))))
(define (accept-header)
  (with-connection
   (tcp-connect "127.0.0.1" port)
   (lambda (in out)
     (write-string (with-headers) out)
     (let loop ()
       (let ((line (read-line in)))
         (if (eqv? 0 (string-search "sec-websocket-accept" line))
             line
             (loop)))))))
(show (accept-header))
(show (answers (frame 129 2 104 105) (frame 136 2 3 232)))
(show (answers (frame 1 1 104) (frame 137 1 7) (frame 128 1 105) (frame 136 0)))
(show (answers (frame 138 0) (frame 129 0) (frame 136 3 3 232 120)))
;; A message of 1000 bytes may come in parts, of which each but the last counts
;; 16 more, and what comes between them counts nothing.
(define (parts count size . between)
  (let ((part (lambda (first)
                (apply frame first size (make-list size 97)))))
    (append (list (part 1))
            (apply append
                   (map (lambda (number) (append between (list (part 0))))
                        (make-list (- count 2) 0)))
            between
            (list (part 128) (frame 136 0)))))
(define (size-and-begin frames)
  (let ((bytes (apply answers frames)))
    (list (bytevector-length bytes) (bytevector-copy bytes 0 4))))
(show (map size-and-begin
           (list (parts 8 111) (parts 8 112) (parts 9 111)
                 (parts 8 111 (apply frame 138 100 (make-list 100 1)))
                 (parts 8 111 (apply frame 137 100 (make-list 100 1))))))
;; A failure of the server is told: 1011.
(show (answers (frame 129 5 114 97 105 115 101)))
;; The code of a close is in its first two bytes: 1002, 1007, 1009.
(for-each
 (lambda (frames)
   (let ((bytes (apply answers frames)))
     (show (if (= 0 (bytevector-length bytes))
               'nothing
               (bytevector-copy bytes 0 4)))))
 (list (list (frame 193 0))               ; a bit without meaning
       (list #u8(129 1 104))              ; no mask
       (list (frame 131 0))               ; an unknown kind
       (list (frame 128 0))               ; goes on with nothing
       (list (frame 1 0) (frame 129 0))   ; a message inside of another
       (list (frame 9 0))                 ; a ping in parts
       (list (bytevector 137 254 0 126 0 0 0 0)) ; a large ping
       (list (frame 129 1 255))           ; no UTF-8
       (list (frame 136 1 3))             ; half of a code
       (list (frame 136 2 3 237))         ; a code that is never sent
       (list (frame 136 3 3 232 255))     ; a reason that is no UTF-8
       (list (bytevector 130 255 0 0 0 0 0 1 134 161 0 0 0 0))
       (list (bytevector 130 255 255 255 255 255 255 255 255 255 0 0 0 0))
       (list (frame 129 5 104))))         ; ends in the middle

(close-listener listener)
