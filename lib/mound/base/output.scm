;;; Writing to ports. Without a port, the current output port is meant.

;; Puts a string out; all textual output but that of characters ends here.
(define (%put text port who)
  (if (not (%port? port)) (%type-error who "a textual output port" port))
  (let ((kind (%port-kind port)))
    (cond ((eq? kind 'console-output)
           (if (%own-console? port)
               (%primitive %console-write text (%port-content port))
               (%at-console
                port
                (lambda ()
                  (%primitive %console-write text (%port-content port))))))
          ((eq? kind 'text-output)
           (if (not (%put-in-buffer port text 0 (string-length text)))
               (%put-process port text 0 (string-length text))))
          ((eq? kind 'string-output)
           (%put-string port text 0 (string-length text) who))
          (else (%type-error who "a textual output port" port)))))

;; Puts a range of a string out to a string-output. What is short goes into the
;; buffer.
(define (%put-string port text start end who)
  (if (not (%put-in-buffer port text start end))
      (begin
        (%require-open port who)
        (%renew-buffer! port)
        (if (not (%put-in-buffer port text start end))
            (%port-content-set! port (cons (substring text start end)
                                           (%port-content port)))))))

;; Puts a range of a string into the buffer, if there is room for it.
(define (%put-in-buffer port text start end)
  (if (eq? (%port-room port) 0)
      #f
      (let ((filled (%primitive %string->utf8! (%port-buffer port)
                                (%port-filled port) text start end)))
        (if filled (%port-filled-set! port filled))
        filled)))

;; Puts a range of a string or bytevector, or a character, out to a port
;; process.
(define (%put-process port object start end)
  (let ((put? (%or-in-steps (%output-now (%port-content port) object start end)
                (begin
                  (%each-step start end (%step)
                              (lambda (start end)
                                (%put-process port object start end)))
                  #t))))
    (if (not put?)
        (if (%primitive absent? (%primitive %output-put (%port-content port)
                                            object start end))
            (%at-port port (lambda () (%put-process port object start end))))))
  (void))

(define (%text-process? object)
  (if (%port? object) (eq? (%port-kind object) 'text-output) #f))

;;> (display object [port]): writes it for people: strings and characters as
;;> they are. Raises type, file. R7RS 6.13.3.
;;> Example: (call-with-output-string (lambda (p) (display '("a" #\b) p))) => "(a b)"
(define display
  (case-lambda
    ((object) (display object (current-output-port)))
    ((object port)
     (%put (if (%primitive string? object)
               object
               (%datum->text object 'display))
           port 'display))))

;;> (write object [port]): writes it so that `read` can read it; labels for
;;> circular data. Raises type, file. R7RS 6.13.3.
;;> Example: (call-with-output-string (lambda (p) (write '("a" #\b) p))) => "(\"a\" #\\b)"
(define write
  (case-lambda
    ((object) (write object (current-output-port)))
    ((object port)
     (%put (%datum->text object 'write) port 'write))))

;;> (write-shared object [port]): like write, with labels for all data that is
;;> reached more than once. Raises type, file. R7RS 6.13.3.
;;> Example: (let ((x (list 1))) (call-with-output-string (lambda (p) (write-shared (list x x) p)))) => "(#0=(1) #0#)"
(define write-shared
  (case-lambda
    ((object) (write-shared object (current-output-port)))
    ((object port)
     (%put (%datum->text object 'shared) port 'write-shared))))

;;> (write-simple object [port]): like write, without labels; raises memory for
;;> circular data. Raises type, file. R7RS 6.13.3.
;;> Example: (call-with-output-string (lambda (p) (write-simple '|a b| p))) => "|a b|"
(define write-simple
  (case-lambda
    ((object) (write-simple object (current-output-port)))
    ((object port)
     (%put (%datum->text object 'simple) port 'write-simple))))

;;> (newline [port]): ends the line. Raises type, file. R7RS 6.13.3.
;;> Example: (call-with-output-string newline) => "\n"
(define newline
  (case-lambda
    (() (newline (current-output-port)))
    ((port)
     (write-char #\newline port))))

;;> (write-char char [port]): writes the character. Raises type, file. R7RS
;;> 6.13.3.
;;> Example: (call-with-output-string (lambda (p) (write-char #\a p))) => "a"
(define write-char
  (case-lambda
    ((char) (write-char char (current-output-port)))
    ((char port)
     (if (%port? port)
         (let ((filled (%port-filled port))
               (code (%primitive char->integer char)))
           (if (%primitive < filled (%port-room port))
               (if (%primitive < code 128)
                   (begin
                     (%primitive bytevector-u8-set! (%port-buffer port)
                                 filled code)
                     (%port-filled-set! port (%primitive add filled 1)))
                   (%put (%primitive make-string 1 char) port 'write-char))
               (%put-char char port)))
         (%type-error 'write-char "a textual output port" port)))))

;; Puts a character out to a port that has no room in its buffer.
(define (%put-char char port)
  (let ((kind (%port-kind port)))
    (cond ((eq? kind 'text-output)
           (let ((code (%primitive char->integer char)))
             (if (if (%primitive < code 128)
                     (%primitive %output-window port)
                     #f)
                 ;; At once: the end of the turn would close the window.
                 (begin
                   (%primitive bytevector-u8-set! (%port-buffer port) 0 code)
                   (%port-filled-set! port 1))
                 (%put-process port char 0 0))))
          ((eq? kind 'string-output)
           (%require-open port 'write-char)
           (%renew-buffer! port)
           (write-char char port))
          (else
           (%put (%primitive make-string 1 char) port 'write-char)))))

;;> (write-string string [port [start [end]]]): writes the characters of the
;;> range. Raises type, range, file. R7RS 6.13.3.
;;> Example: (call-with-output-string (lambda (p) (write-string "abc" p 1))) => "bc"
(define write-string
  (case-lambda
    ((string) (write-string string (current-output-port)))
    ((string port)
     (if (not (string? string)) (%type-error 'write-string "a string" string))
     (if (if (%port? port) (eq? (%port-kind port) 'string-output) #f)
         (%put-string port string 0 (%primitive string-length string)
                      'write-string)
         (write-string string port 0 (string-length string))))
    ((string port start)
     (if (not (string? string)) (%type-error 'write-string "a string" string))
     (write-string string port start (string-length string)))
    ((string port start end)
     (cond ((if (%text-process? port) (string? string) #f)
            (if (not (%put-in-buffer port string start end))
                (%put-process port string start end)))
           ((if (%port? port) (eq? (%port-kind port) 'string-output) #f)
            (%put-string port string start end 'write-string))
           (else (%put (substring string start end) port 'write-string))))))

;;> (print object ...): displays the objects and ends the line. Termite paper 5.
;;> Example: (parameterize ((current-output-port (open-output-string))) (print 1 "a") (get-output-string (current-output-port))) => "1a\n"
(define (print . objects)
  (%put (call-with-output-string
         (lambda (port)
           (for-each (lambda (object) (display object port)) objects)
           (newline port)))
        (current-output-port) 'print))

;;> (flush-output-port [port]): returns when what was written has been given to
;;> the operating system. Raises type, and file if it could not be. R7RS 6.13.3.
;;> Example: (eq? (flush-output-port) (void)) => #t
(define flush-output-port
  (case-lambda
    (() (flush-output-port (current-output-port)))
    ((port)
     (if (not (output-port? port))
         (%type-error 'flush-output-port "an output port" port))
     (cond ((eq? (%port-kind port) 'console-output)
            (%at-console
             port
             (lambda () (%primitive %console-flush (%port-content port)))))
           ((%process-port? port)
            (if (%primitive absent?
                            (%primitive %output-flush (%port-content port)))
                (%at-port port (lambda () (flush-output-port port))))))
     (void))))

;; Puts a range of a bytevector out.
(define (%put-bytes bytes start end port who)
  (if (not (%port? port)) (%type-error who "a binary output port" port))
  (let ((kind (%port-kind port)))
    (cond ((not (bytevector? bytes)) (%type-error who "a bytevector" bytes))
          ((eq? kind 'byte-output) (%put-process port bytes start end))
          ((eq? kind 'bytes-output)
           (%require-open port who)
           (%port-content-set! port (cons (bytevector-copy bytes start end)
                                          (%port-content port))))
          (else (%type-error who "a binary output port" port)))))

;;> (write-u8 byte [port]): writes the byte. Raises type, range, file. R7RS
;;> 6.13.3.
;;> Example: (let ((p (open-output-bytevector))) (write-u8 9 p) (get-output-bytevector p)) => #u8(9)
(define write-u8
  (case-lambda
    ((byte) (write-u8 byte (current-output-port)))
    ((byte port)
     (%put-bytes (%primitive make-bytevector 1 byte) 0 1 port 'write-u8))))

;;> (write-bytevector bytevector [port [start [end]]]): writes the bytes of the
;;> range. Raises type, range, file. R7RS 6.13.3.
;;> Example: (let ((p (open-output-bytevector))) (write-bytevector #u8(1 2) p) (get-output-bytevector p)) => #u8(1 2)
(define write-bytevector
  (case-lambda
    ((bytes) (write-bytevector bytes (current-output-port)))
    ((bytes port)
     (%put-bytes bytes 0 (bytevector-length bytes) port 'write-bytevector))
    ((bytes port start)
     (%put-bytes bytes start (bytevector-length bytes) port
                 'write-bytevector))
    ((bytes port start end)
     (%put-bytes bytes start end port 'write-bytevector))))

;; Whether what follows a message needs no further mark.
(define (%ends-in-colon? message)
  (and (string? message)
       (let ((length (string-length message)))
         (and (> length 0)
              (char=? (string-ref message (- length 1)) #\:)))))

;; Whether the message begins with who complains, or nobody in particular does.
(define (%names-who? condition)
  (let ((who (condition-who condition))
        (message (error-object-message condition)))
    (or (not (symbol? who))
        (and (string? message)
             (let* ((name (string-append (symbol->string who) ":"))
                    (length (string-length name)))
               (and (>= (string-length message) length)
                    (string=? (substring message 0 length) name)))))))

;;> (display-condition condition [port]): writes what went wrong in one line:
;;> who, message, irritants; another object as `write` does. Raises type, file.
;;> Example: (guard (e (#t (call-with-output-string (lambda (p) (display-condition e p))))) (error "bad thing:" 1 "x")) => "bad thing: 1 \"x\""
(define display-condition
  (case-lambda
    ((condition) (display-condition condition (current-output-port)))
    ((condition port)
     (if (condition? condition)
         (begin
           (if (not (%names-who? condition))
               (begin
                 (display (condition-who condition) port)
                 (write-string ": " port)))
           (display (error-object-message condition) port)
           (if (not (%ends-in-colon? (error-object-message condition)))
               (if (pair? (error-object-irritants condition))
                   (write-char #\: port)))
           (for-each
            (lambda (irritant)
              (write-char #\space port)
              (write irritant port))
            (error-object-irritants condition)))
         (write condition port)))))
