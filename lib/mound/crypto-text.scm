;;; Bytes as text: hexadecimal digits, and base64 (RFC 4648).

;;> (bytevector->hexadecimal bytes): two digits for each byte. Raises type.
;;> Example: (bytevector->hexadecimal #u8(0 10 255)) => "000aff"
(define (bytevector->hexadecimal bytes)
  (if (not (bytevector? bytes))
      (%type-error 'bytevector->hexadecimal "a bytevector" bytes))
  (call-with-output-string
   (lambda (port)
     (%each-byte
      bytes
      (lambda (byte)
        (write-char (string-ref "0123456789abcdef" (quotient byte 16)) port)
        (write-char (string-ref "0123456789abcdef" (remainder byte 16))
                    port))))))

;;> (hexadecimal->bytevector string): the bytes, or #f if it is anything but
;;> pairs of digits. Raises type.
;;> Example: (map hexadecimal->bytevector '("000aFF" "0" "xy")) => (#u8(0 10 255) #f #f)
(define (hexadecimal->bytevector string)
  (if (not (string? string))
      (%type-error 'hexadecimal->bytevector "a string" string))
  (let* ((length (string-length string))
         (bytes (make-bytevector (quotient length 2))))
    (let loop ((index 0))
      (cond ((= index length) bytes)
            ((= (+ index 1) length) #f)
            (else
             (let ((high (%hexadecimal-digit (string-ref string index)))
                   (low (%hexadecimal-digit (string-ref string (+ index 1)))))
               (and high low
                    (begin
                      (bytevector-u8-set! bytes (quotient index 2)
                                          (+ (* 16 high) low))
                      (loop (+ index 2))))))))))

(define (%hexadecimal-digit c)
  (cond ((char<=? #\0 c #\9) (- (char->integer c) 48))
        ((char<=? #\a c #\f) (- (char->integer c) 87))
        ((char<=? #\A c #\F) (- (char->integer c) 55))
        (else #f)))

(define %base64-digits
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

(define %base64-url-digits
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

;;> (bytevector->base64 bytes [url?]): four digits for three bytes, the last
;;> ones filled with =; with url?, those that need no escapes in addresses and
;;> names of files, and no =. Raises type.
;;> Example: (bytevector->base64 (string->utf8 "any carnal pleas")) => "YW55IGNhcm5hbCBwbGVhcw=="
;;> Example: (bytevector->base64 #u8(251 255) #t) => "-_8"
(define (bytevector->base64 bytes . url?)
  (if (not (bytevector? bytes))
      (%type-error 'bytevector->base64 "a bytevector" bytes))
  (let* ((url? (and (pair? url?) (car url?)))
         (digits (if url? %base64-url-digits %base64-digits))
         (length (bytevector-length bytes)))
    (define (byte index)
      (if (< index length) (bytevector-u8-ref bytes index) 0))
    (define (digit number) (string-ref digits number))
    (call-with-output-string
     (lambda (port)
       (let loop ((index 0))
         (if (< index length)
             (let ((left (- length index))
                   (bits (+ (* 65536 (byte index)) (* 256 (byte (+ index 1)))
                            (byte (+ index 2)))))
               (write-char (digit (quotient bits 262144)) port)
               (write-char (digit (remainder (quotient bits 4096) 64)) port)
               (cond ((< 1 left)
                      (write-char (digit (remainder (quotient bits 64) 64))
                                  port))
                     ((not url?) (write-char #\= port)))
               (cond ((< 2 left)
                      (write-char (digit (remainder bits 64)) port))
                     ((not url?) (write-char #\= port)))
               (loop (+ index 3)))))))))

;;> (base64->bytevector string): the bytes, in either form, with or without =,
;;> or #f if it is something else. Raises type.
;;> Example: (map base64->bytevector '("-_8" "+/8=" "" "+/9" "a" "YW55====" "Y W")) => (#u8(251 255) #u8(251 255) #u8() #f #f #f #f)
(define (base64->bytevector string)
  (if (not (string? string))
      (%type-error 'base64->bytevector "a string" string))
  (let* ((length (%without-fill string))
         (rest (and length (remainder length 4))))
    (and length
         (not (= rest 1))
         (%base64-bytes string length
                        (+ (* 3 (quotient length 4)) (max 0 (- rest 1)))))))

;; The number of digits in front of a correct fill, or #f.
(define (%without-fill string)
  (let* ((length (string-length string))
         (start (let loop ((end length))
                  (if (and (< 0 end)
                           (char=? #\= (string-ref string (- end 1))))
                      (loop (- end 1))
                      end))))
    (and (or (= start length)
             (and (= 0 (remainder length 4)) (<= (- length start) 2)))
         start)))

;; What is left of bits behind the last byte must be zero: one text for the same
;; bytes is enough.
(define (%base64-bytes string length count)
  (let ((bytes (make-bytevector count)))
    (let loop ((index 0) (at 0) (bits 0) (held 0))
      (cond ((>= held 8)
             (let ((rest (expt 2 (- held 8))))
               (bytevector-u8-set! bytes at (quotient bits rest))
               (loop index (+ at 1) (remainder bits rest) (- held 8))))
            ((= index length) (and (= bits 0) bytes))
            (else
             (let ((digit (%base64-digit (string-ref string index))))
               (and digit
                    (loop (+ index 1) at (+ (* 64 bits) digit)
                          (+ held 6)))))))))

(define (%base64-digit c)
  (cond ((char<=? #\A c #\Z) (- (char->integer c) 65))
        ((char<=? #\a c #\z) (- (char->integer c) 71))
        ((char<=? #\0 c #\9) (+ (char->integer c) 4))
        ((memv c '(#\+ #\-)) 62)
        ((memv c '(#\/ #\_)) 63)
        (else #f)))

(define (%each-byte bytes procedure)
  (let ((length (bytevector-length bytes)))
    (let loop ((index 0))
      (if (< index length)
          (begin
            (procedure (bytevector-u8-ref bytes index))
            (loop (+ index 1)))))))
