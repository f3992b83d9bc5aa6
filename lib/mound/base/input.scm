;;; Reading from ports. Without a port, the current input port is meant.

;; The kind of a textual port to read from; raises for other ports. Whether a
;; port process is there is found out by reading.
(define (%text-source port who)
  (if (not (%port? port)) (%type-error who "a textual input port" port))
  (let ((kind (%port-kind port)))
    (cond ((eq? kind 'text-input) kind)
          ((eq? kind 'string-input)
           (%require-open port who)
           kind)
          ((eq? kind 'console-input) kind)
          (else (%type-error who "a textual input port" port)))))

;;> (read-char [port]): the next character, or the end-of-file object. Raises
;;> type, file. R7RS 6.13.2.
;;> Example: (read-char (open-input-string "ab")) => #\a
(define read-char
  (case-lambda
    (() (read-char (current-input-port)))
    ((port)
     (if (%port? port)
         (let ((next (%port-next port)))
           (if (%primitive < next (%port-end port))
               (begin
                 (%port-next-set! port (%primitive add next 1))
                 (%primitive string-ref (%port-buffer port) next))
               (%next-char port #t)))
         (%text-source port 'read-char)))))

;; The next character of a port that has none in its buffer.
(define (%next-char port take?)
  (let* ((who (if take? 'read-char 'peek-char))
         (kind (%text-source port who)))
    (cond ((eq? kind 'string-input) (%immediate eof))
          ((eq? kind 'text-input)
           (if (%primitive %input-window port)
               ;; At once: the end of the turn would close the window.
               (begin
                 (if take? (%port-next-set! port 1))
                 (%primitive string-ref (%port-buffer port) 0))
               (let ((char (%primitive %input-char (%port-content port) take?)))
                 (if (%primitive absent? char)
                     (%at-port port (lambda () (%next-char port take?)))
                     char))))
          (take?
           (%at-console port (lambda () (%primitive %console-read-char))))
          (else
           (%at-console port (lambda () (%primitive %console-peek-char)))))))

;;> (peek-char [port]): the next character without reading it. Raises type,
;;> file. R7RS 6.13.2.
;;> Example: (let ((p (open-input-string "ab"))) (peek-char p) (read-char p)) => #\a
(define peek-char
  (case-lambda
    (() (peek-char (current-input-port)))
    ((port)
     (if (%port? port)
         (let ((next (%port-next port)))
           (if (%primitive < next (%port-end port))
               (%primitive string-ref (%port-buffer port) next)
               (%next-char port #f)))
         (%text-source port 'peek-char)))))

;;> (char-ready? [port]): whether read-char would return at once. Raises type,
;;> file. R7RS 6.13.2.
;;> Example: (char-ready? (open-input-string "")) => #t
(define char-ready?
  (case-lambda
    (() (char-ready? (current-input-port)))
    ((port)
     (let ((kind (%text-source port 'char-ready?)))
       (cond ((eq? kind 'text-input) (%process-port-ready? port #t))
             ((eq? kind 'string-input) #t)
             (else
              (%at-console port
                           (lambda () (%primitive %console-ready?)))))))))

(define (%process-port-ready? port text?)
  (let ((ready? (%primitive %input-ready? (%port-content port) text?)))
    (if (%primitive absent? ready?)
        (%at-port port (lambda () (%process-port-ready? port text?)))
        ready?)))

;;> (read-line [port]): the text up to the end of the line (LF, CR LF or CR),
;;> which is read too, or the end-of-file object. Raises type, file. R7RS
;;> 6.13.2.
;;> Example: (read-line (open-input-string "a b\nc")) => "a b"
(define read-line
  (case-lambda
    (() (read-line (current-input-port)))
    ((port)
     (let ((kind (%text-source port 'read-line)))
       (cond ((eq? kind 'text-input)
              (let ((line (%primitive %input-line (%port-content port))))
                (if (%primitive absent? line)
                    (%at-port port (lambda () (read-line port)))
                    line)))
             ((eq? kind 'string-input) (%read-string-line port))
             (else
              (%at-console port
                           (lambda () (%primitive %console-read-line)))))))))

(define (%read-string-line port)
  (let* ((text (%port-buffer port))
         (start (%port-next port))
         (length (string-length text))
         (end (%string-search "\n" text start)))
    (if (= start length)
        (%immediate eof)
        (let* ((line (substring text start (or end length)))
               (return (%string-search "\r" line 0)))
          (cond ((not return)
                 (%port-next-set! port (if end (+ end 1) length))
                 line)
                ((and end (= (+ start return 1) end))
                 (%port-next-set! port (+ end 1))
                 (substring line 0 return))
                (else
                 (%port-next-set! port (+ start return 1))
                 (substring line 0 return)))))))

;;> (read-string k [port]): the next k characters, fewer at the end, or the
;;> end-of-file object. Raises type, file. R7RS 6.13.2.
;;> Example: (read-string 2 (open-input-string "abc")) => "ab"
(define read-string
  (case-lambda
    ((k) (read-string k (current-input-port)))
    ((k port)
     (%require-count k 'read-string)
     (let ((kind (%text-source port 'read-string)))
       (cond ((eq? kind 'text-input) (%read-characters port k #t))
             ((eq? kind 'string-input)
              (let* ((text (%port-buffer port))
                     (start (%port-next port))
                     (end (min (+ start k) (%port-end port))))
                (%port-next-set! port end)
                (if (and (= start end) (> k 0))
                    (%immediate eof)
                    (substring text start end))))
             (else
              (%at-console port (lambda () (%read-console-string k)))))))))

;; The next k characters of a port process; without `all?`, those there are.
(define (%read-characters port k all?)
  (let ((text (%primitive %input-string (%port-content port) k all?)))
    (if (%primitive absent? text)
        (%at-port port (lambda () (%read-characters port k all?)))
        text)))

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
     (let ((kind (%text-source port 'read)))
       (cond ((eq? kind 'text-input)
              (let ((datum (%primitive %input-datum (%port-content port))))
                (if (%primitive absent? datum)
                    (%at-port port (lambda () (read port)))
                    datum)))
             ((eq? kind 'string-input)
              (let* ((result (%primitive %read-datum (%port-buffer port)
                                         (%port-next port)
                                         (%port-content port)))
                     (place (cdr result)))
                (%port-next-set! port (car place))
                (%port-content-set! port (cdr place))
                (car result)))
             (else
              (%at-console port
                           (lambda () (%primitive %console-read-datum)))))))))

;;> (read-error message irritant ...): raises a condition for which read-error?
;;> holds.
;;> Example: (guard (e ((read-error? e) 'read)) (read-error "bad")) => read
(define (read-error message . irritants)
  (raise (%primitive %make-condition 'read message irritants #f #f)))

;; The kind of a binary port to read from; raises for other ports.
(define (%byte-source port who)
  (if (not (%port? port)) (%type-error who "a binary input port" port))
  (let ((kind (%port-kind port)))
    (cond ((eq? kind 'byte-input) kind)
          ((eq? kind 'bytes-input)
           (%require-open port who)
           kind)
          (else (%type-error who "a binary input port" port)))))

;;> (peek-u8 [port]): the next byte without reading it, or the end-of-file
;;> object. Raises type, file. R7RS 6.13.2.
;;> Example: (peek-u8 (open-input-bytevector #u8(7))) => 7
(define peek-u8
  (case-lambda
    (() (peek-u8 (current-input-port)))
    ((port)
     (if (eq? (%byte-source port 'peek-u8) 'byte-input)
         (%next-byte port #f)
         (let ((next (%port-buffer port)))
           (if (%primitive < next (%port-filled port))
               (%primitive bytevector-u8-ref (%port-content port) next)
               (%immediate eof)))))))

;; The next byte of a port process.
(define (%next-byte port take?)
  (let ((byte (%primitive %input-byte (%port-content port) take?)))
    (if (%primitive absent? byte)
        (%at-port port (lambda () (%next-byte port take?)))
        byte)))

;;> (read-u8 [port]): the next byte, or the end-of-file object. Raises type,
;;> file. R7RS 6.13.2.
;;> Example: (eof-object? (read-u8 (open-input-bytevector #u8()))) => #t
(define read-u8
  (case-lambda
    (() (read-u8 (current-input-port)))
    ((port)
     (if (if (%port? port) (eq? (%port-kind port) 'bytes-input) #f)
         (let ((next (%port-buffer port)))
           (if (%primitive < next (%port-filled port))
               (begin
                 (%port-buffer-set! port (%primitive add next 1))
                 (%primitive bytevector-u8-ref (%port-content port) next))
               (begin
                 (%require-open port 'read-u8)
                 (%immediate eof))))
         (begin
           (%byte-source port 'read-u8)
           (%next-byte port #t))))))

;;> (u8-ready? [port]): whether read-u8 would return at once. Raises type, file.
;;> R7RS 6.13.2.
;;> Example: (u8-ready? (open-input-bytevector #u8())) => #t
(define u8-ready?
  (case-lambda
    (() (u8-ready? (current-input-port)))
    ((port)
     (if (eq? (%byte-source port 'u8-ready?) 'byte-input)
         (%process-port-ready? port #f)
         #t))))

;;> (read-bytevector k [port]): the next k bytes, fewer at the end, or the
;;> end-of-file object. Raises type, file. R7RS 6.13.2.
;;> Example: (read-bytevector 2 (open-input-bytevector #u8(1 2 3))) => #u8(1 2)
(define read-bytevector
  (case-lambda
    ((k) (read-bytevector k (current-input-port)))
    ((k port)
     (%require-count k 'read-bytevector)
     (if (eq? (%byte-source port 'read-bytevector) 'byte-input)
         (%read-bytes port k #t)
         (let* ((bytes (%port-content port))
                (start (%port-buffer port))
                (end (min (+ start k) (bytevector-length bytes))))
           (%port-buffer-set! port end)
           (if (and (= start end) (> k 0))
               (%immediate eof)
               (bytevector-copy bytes start end)))))))

;; The next k bytes of a port process; without `all?`, those there are.
(define (%read-bytes port k all?)
  (let ((bytes (%primitive %input-bytes (%port-content port) k all?)))
    (if (%primitive absent? bytes)
        (%at-port port (lambda () (%read-bytes port k all?)))
        bytes)))

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
     ;; What cannot be put into the range is not read: nothing is copied here,
     ;; but all is looked at.
     (%bytevector-copy! to start to end end)
     (if (< end start) (%bytevector-copy! to 0 to start end))
     (let ((bytes (read-bytevector (- end start) port)))
       (if (eof-object? bytes)
           bytes
           (begin
             (bytevector-copy! to start bytes)
             (bytevector-length bytes)))))))
