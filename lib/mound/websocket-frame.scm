;;; The frames of a WebSocket.
;;;
;;;   byte 0   128: last of its message; 112: must be 0; 15: what it is
;;;   byte 1   128: masked; 127: length; 126: in two bytes, 127: in eight
;;;   then     length, mask (four bytes) if masked, content
;;;
;;; What it is: 0 goes on with a message, 1 text, 2 bytes, 8 close, 9 ping,
;;; 10 pong.

(define (%receive-message socket)
  (let loop ((kind #f) (parts '()) (size 0))
    (let*-values (((last? opcode content)
                   (%receive-frame socket (- (%socket-limit socket) size)))
                  ((size) (+ size (bytevector-length content))))
      (case opcode
        ((9)
         (%send-frame socket 10 content)
         (loop kind parts (- size (bytevector-length content))))
        ((10) (loop kind parts (- size (bytevector-length content))))
        ((8) (%closed-by-other! socket content) (eof-object))
        ((0 1 2)
         (if (eq? (= opcode 0) (not kind))
             (%socket-error socket 1002 "a part of a message is out of order"))
         (let ((kind (or kind opcode)) (parts (cons content parts)))
           (if last?
               (%message-of socket kind
                            (apply bytevector-append (reverse parts)))
               ;; Empty parts cost, too.
               (loop kind parts (+ size 16)))))
        (else (%socket-error socket 1002 "an unknown kind of frame"))))))

(define (%message-of socket kind bytes)
  (if (= kind 2)
      bytes
      (guard (e ((condition? e)
                 (%socket-error socket 1007 "a text is not UTF-8")))
        (utf8->string bytes))))

;; The other side ends, and is told that it was understood.
(define (%closed-by-other! socket content)
  (if (not (%close-content? content))
      (%socket-error socket 1002 "the reason of the end is malformed"))
  (if (not (%socket-closed? socket))
      (begin
        (%send-frame socket 8
                     (if (<= 2 (bytevector-length content))
                         (bytevector-copy content 0 2)
                         #u8()))
        (%socket-closed?-set! socket #t))))

;; Nothing, or a code that may be sent (RFC 6455, 7.4) and a text.
(define (%close-content? content)
  (or (= 0 (bytevector-length content))
      (and (<= 2 (bytevector-length content))
           (let ((code (%number-of (bytevector-copy content 0 2))))
             (or (<= 1000 code 1003) (<= 1007 code 1014)
                 (<= 3000 code 4999)))
           (guard (e ((condition? e) #f))
             (string? (utf8->string content 2))))))

(define (%send-close socket code reason)
  (%send-frame socket 8
               (bytevector-append
                (bytevector (quotient code 256) (remainder code 256))
                (string->utf8 reason))))

;; What is malformed ends the conversation, and says why.
(define (%socket-error socket code why)
  (if (not (%socket-closed? socket))
      (begin
        (%socket-closed?-set! socket #t)
        (%send-close socket code why)))
  (%error-of-kind 'websocket #f why))

;; The next frame: whether it is the last of its message, what it is, what is in
;; it. It may be as long as `room`.
(define (%receive-frame socket room)
  (let* ((begin-bytes (%exactly socket 2))
         (first (bytevector-u8-ref begin-bytes 0))
         (second (bytevector-u8-ref begin-bytes 1))
         (last? (>= first 128))
         (opcode (remainder first 16))
         (masked? (>= second 128))
         (short (remainder second 128)))
    (if (not (= 0 (remainder (quotient first 16) 8)))
        (%socket-error socket 1002 "a bit that has no meaning is set"))
    (if (eq? masked? (%socket-mask? socket))
        (%socket-error socket 1002 "only clients send masked frames"))
    (if (and (>= opcode 8) (not (and last? (< short 126))))
        (%socket-error socket 1002 "a frame of control is too large"))
    (let ((length (case short
                    ((126) (%number-of (%exactly socket 2)))
                    ((127) (%number-of (%exactly socket 8)))
                    (else short))))
      (if (and (< opcode 8) (< room length))
          (%socket-error socket 1009 "the message is too large"))
      (let ((mask (and masked? (%exactly socket 4))))
        (values last? opcode
                (let ((content (%exactly socket length)))
                  (if mask (%masked content mask) content)))))))

(define (%number-of bytes)
  (let loop ((index 0) (number 0))
    (if (= index (bytevector-length bytes))
        number
        (loop (+ index 1) (+ (* 256 number) (bytevector-u8-ref bytes index))))))

(define (%masked content mask)
  (let* ((length (bytevector-length content))
         (result (make-bytevector length)))
    (let loop ((index 0))
      (if (= index length)
          result
          (begin
            (bytevector-u8-set!
             result index
             (%primitive bitwise-xor (bytevector-u8-ref content index)
                         (bytevector-u8-ref mask (remainder index 4))))
            (loop (+ index 1)))))))

;; So many bytes.
(define (%exactly socket count)
  (let ((source (%socket-source socket)))
    (cond ((= count 0) #u8())
          ((<= count (%unused-count source)) (%http-take! source count))
          (else (%gathered socket source count)))))

;; The same of many pieces. No memory is taken for what has not come.
(define (%gathered socket source count)
  (let loop ((bytes #u8()) (have 0))
    (cond ((= have count) (bytevector-copy bytes 0 count))
          ((= 0 (%unused-count source))
           (if (not (%more! socket))
               (begin
                 (%socket-closed?-set! socket #t)
                 (%error-of-kind 'websocket #f "the connection has ended")))
           (loop bytes have))
          (else
           (let* ((part (%http-take! source (- count have)))
                  (end (+ have (bytevector-length part)))
                  (bytes (%with-room bytes end)))
             (bytevector-copy! bytes have part)
             (loop bytes end))))))

;; Waits for more bytes; asks the other side once whether it is there.
(define (%more! socket)
  (let ((more? (guard (e ((and (condition? e)
                               (eq? 'timeout (condition-kind e))
                               (not (%socket-asked? socket)))
                          'nothing))
                 (%http-more! (%socket-source socket)))))
    (if (eq? more? 'nothing)
        (begin
          (%socket-asked?-set! socket #t)
          (%send-frame socket 9 #u8())
          (%more! socket))
        (begin
          (%socket-asked?-set! socket #f)
          more?))))

(define (%send-frame socket opcode content)
  (let* ((length (bytevector-length content))
         (masked? (%socket-mask? socket))
         (size (cond ((< length 126) (list length))
                     ((< length 65536)
                      (list 126 (quotient length 256) (remainder length 256)))
                     (else (cons 127 (%eight-bytes length)))))
         (head (apply bytevector (+ 128 opcode)
                      (if masked? (+ 128 (car size)) (car size))
                      (cdr size)))
         (mask (if masked? (random-bytes 4) #u8())))
    (write-bytevector
     (bytevector-append head mask
                        (if masked? (%masked content mask) content))
     (%socket-output socket))))

(define (%eight-bytes number)
  (let loop ((count 8) (number number) (bytes '()))
    (if (= count 0)
        bytes
        (loop (- count 1) (quotient number 256)
              (cons (remainder number 256) bytes)))))
