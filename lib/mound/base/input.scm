;;; Reading from ports. Without a port, the current input port is meant.

;; Whether it is the console (#t) or a string (#f); raises for other ports.
(define (%text-source? port who)
  (if (not (%port? port)) (%type-error who "a textual input port" port))
  (%require-open port who)
  (let ((kind (%port-kind port)))
    (cond ((eq? kind 'string-input) #f)
          ((eq? kind 'console-input) #t)
          (else (%type-error who "a textual input port" port)))))

;;> (read-char [port]): the next character, or the end-of-file object. Raises
;;> type, file. R7RS 6.13.2.
;;> Example: (read-char (open-input-string "ab")) => #\a
(define read-char
  (case-lambda
    (() (read-char (current-input-port)))
    ((port)
     (if (%text-source? port 'read-char)
         (%primitive %console-read-char)
         (let ((char (%peek-string port)))
           (if (char? char)
               (%port-position-set! port (+ (%port-position port) 1)))
           char)))))

(define (%peek-string port)
  (let ((text (%port-content port)) (position (%port-position port)))
    (if (< position (string-length text))
        (string-ref text position)
        (%immediate eof))))

;;> (peek-char [port]): the next character without reading it. Raises type,
;;> file. R7RS 6.13.2.
;;> Example: (let ((p (open-input-string "ab"))) (peek-char p) (read-char p)) => #\a
(define peek-char
  (case-lambda
    (() (peek-char (current-input-port)))
    ((port)
     (if (%text-source? port 'peek-char)
         (%primitive %console-peek-char)
         (%peek-string port)))))

;;> (char-ready? [port]): whether read-char would return at once. Raises type,
;;> file. R7RS 6.13.2.
;;> Example: (char-ready? (open-input-string "")) => #t
(define char-ready?
  (case-lambda
    (() (char-ready? (current-input-port)))
    ((port)
     (if (%text-source? port 'char-ready?) (%primitive %console-ready?) #t))))

;;> (read-line [port]): the text up to the end of the line, which is read too,
;;> or the end-of-file object. Raises type, file. R7RS 6.13.2.
;;> Example: (read-line (open-input-string "a b\nc")) => "a b"
(define read-line
  (case-lambda
    (() (read-line (current-input-port)))
    ((port)
     (if (%text-source? port 'read-line)
         (%primitive %console-read-line)
         (%read-string-line port)))))

(define (%read-string-line port)
  (let* ((text (%port-content port))
         (start (%port-position port))
         (end (%primitive %string-search "\n" text start)))
    (cond (end
           (%port-position-set! port (+ end 1))
           (substring text start end))
          ((= start (string-length text)) (%immediate eof))
          (else
           (%port-position-set! port (string-length text))
           (substring text start (string-length text))))))

;;> (read-string k [port]): the next k characters, fewer at the end, or the
;;> end-of-file object. Raises type, file. R7RS 6.13.2.
;;> Example: (read-string 2 (open-input-string "abc")) => "ab"
(define read-string
  (case-lambda
    ((k) (read-string k (current-input-port)))
    ((k port)
     (%require-count k 'read-string)
     (if (%text-source? port 'read-string)
         (%read-console-string k)
         (let* ((text (%port-content port))
                (start (%port-position port))
                (end (min (+ start k) (string-length text))))
           (%port-position-set! port end)
           (if (and (= start end) (> k 0))
               (%immediate eof)
               (substring text start end)))))))

(define (%require-count k who)
  (if (not (if (exact-integer? k) (>= k 0) #f))
      (%type-error who "a count" k)))

(define (%read-console-string k)
  (let loop ((left k) (chars '()))
    (let ((char (if (> left 0)
                    (%primitive %console-read-char)
                    (%immediate eof))))
      (cond ((char? char) (loop (- left 1) (cons char chars)))
            ((and (null? chars) (> k 0)) (%immediate eof))
            (else (list->string (reverse chars)))))))

;;> (read [port]): the next datum, or the end-of-file object. Raises type, file,
;;> read. R7RS 6.13.2.
;;> Example: (read (open-input-string "(a . \"b\") c")) => (a . "b")
(define read
  (case-lambda
    (() (read (current-input-port)))
    ((port)
     (if (%text-source? port 'read)
         (%primitive %console-read-datum)
         (let ((result (%primitive %read-datum (%port-content port)
                                   (%port-position port))))
           (%port-position-set! port (cdr result))
           (car result))))))

;;> (read-error message irritant ...): raises a condition for which read-error?
;;> holds.
;;> Example: (guard (e ((read-error? e) 'read)) (read-error "bad")) => read
(define (read-error message . irritants)
  (raise (%primitive %make-condition 'read message irritants #f #f)))

(define (%byte-source port who)
  (%require-kind port 'bytes-input who "a binary input port")
  (%require-open port who))

;;> (peek-u8 [port]): the next byte without reading it, or the end-of-file
;;> object. Raises type, file. R7RS 6.13.2.
;;> Example: (peek-u8 (open-input-bytevector #u8(7))) => 7
(define peek-u8
  (case-lambda
    (() (peek-u8 (current-input-port)))
    ((port)
     (%byte-source port 'peek-u8)
     (let ((bytes (%port-content port)) (position (%port-position port)))
       (if (< position (bytevector-length bytes))
           (bytevector-u8-ref bytes position)
           (%immediate eof))))))

;;> (read-u8 [port]): the next byte, or the end-of-file object. Raises type,
;;> file. R7RS 6.13.2.
;;> Example: (eof-object? (read-u8 (open-input-bytevector #u8()))) => #t
(define read-u8
  (case-lambda
    (() (read-u8 (current-input-port)))
    ((port)
     (let ((byte (peek-u8 port)))
       (if (fixnum? byte)
           (%port-position-set! port (+ (%port-position port) 1)))
       byte))))

;;> (u8-ready? [port]): whether read-u8 would return at once. Raises type, file.
;;> R7RS 6.13.2.
;;> Example: (u8-ready? (open-input-bytevector #u8())) => #t
(define u8-ready?
  (case-lambda
    (() (u8-ready? (current-input-port)))
    ((port) (%byte-source port 'u8-ready?) #t)))

;;> (read-bytevector k [port]): the next k bytes, fewer at the end, or the
;;> end-of-file object. Raises type, file. R7RS 6.13.2.
;;> Example: (read-bytevector 2 (open-input-bytevector #u8(1 2 3))) => #u8(1 2)
(define read-bytevector
  (case-lambda
    ((k) (read-bytevector k (current-input-port)))
    ((k port)
     (%byte-source port 'read-bytevector)
     (%require-count k 'read-bytevector)
     (let* ((bytes (%port-content port))
            (start (%port-position port))
            (end (min (+ start k) (bytevector-length bytes))))
       (%port-position-set! port end)
       (if (and (= start end) (> k 0))
           (%immediate eof)
           (bytevector-copy bytes start end))))))

;;> (read-bytevector! bytevector [port [start [end]]]): reads bytes into the
;;> range; returns how many, or the end-of-file object. Raises type, range,
;;> file, frozen. R7RS 6.13.2.
;;> Example: (read-bytevector! (make-bytevector 4) (open-input-bytevector #u8(1 2))) => 2
(define read-bytevector!
  (case-lambda
    ((to) (read-bytevector! to (current-input-port)))
    ((to port) (read-bytevector! to port 0 (bytevector-length to)))
    ((to port start)
     (read-bytevector! to port start (bytevector-length to)))
    ((to port start end)
     (let ((bytes (read-bytevector (- end start) port)))
       (if (eof-object? bytes)
           bytes
           (begin
             (bytevector-copy! to start bytes)
             (bytevector-length bytes)))))))
