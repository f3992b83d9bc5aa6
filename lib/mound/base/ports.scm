;;; Ports. A port is a record:
;;;
;;;   kind            content                          name
;;;   console-input   -                                whose console, a pid
;;;   console-output  1 (output) or 2 (error)          the same
;;;   string-input    whether #!fold-case is in force  -
;;;   string-output   list of strings, newest first    -
;;;   bytes-input     the bytevector                   -
;;;   bytes-output    list of bytevectors, newest first
;;;   text-input      pid of the port process          what messages call it
;;;   text-output, byte-input, byte-output             the same
;;;
;;; Characters are read from the buffer, a string, from `next` to `end`, and
;;; written to it, a bytevector with UTF-8, from `filled` to `room`; so one
;;; comparison tells whether a character can be read or written. The buffer of a
;;; string-input is its string, that of a string-output has what follows the
;;; content. A text-input and a text-output have one for the rest of a turn at
;;; most, a window (crates/machine/src/windows.rs, which knows these fields).
;;; The buffer of a bytes-input is the index of the next byte, below `filled`.
;;;
;;; The console belongs to the node and its ports have no state, so they can be
;;; used by every process, and sent: the pid in them is no process's, but says
;;; on every node which console is meant. What current-output-port and the
;;; like give, unless a program has said otherwise, is the console of the node
;;; where they are called. Where open? is `lent`, a port of the console of
;;; another node means that of this one once the other is lost. Ports of strings
;;; and bytevectors are of one process; a copy in a message is frozen and cannot
;;; be read from, so a message to another node is refused if it has one. The
;;; last four kinds are of files, connections and subprocesses: what they stand
;;; for is a process, which keeps the position, so they can be sent anywhere;
;;; see port-process.scm.

(define-record-type port
  (%new-port kind open? content name buffer next end filled room)
  %port?
  (kind %port-kind)
  (open? %port-open? %port-open-set!)
  (content %port-content %port-content-set!)
  (name %port-name)
  (buffer %port-buffer %port-buffer-set!)
  (next %port-next %port-next-set!)
  (end %port-end %port-end-set!)
  (filled %port-filled %port-filled-set!)
  (room %port-room %port-room-set!))

(define (%make-port kind open? content name)
  (%new-port kind open? content name #f 0 0 0 0))

(define %this-node (%primitive %this-node))
(define %console-input (%make-port 'console-input #t 0 %this-node))
(define %console-output (%make-port 'console-output #t 1 %this-node))
(define %console-error (%make-port 'console-output #t 2 %this-node))

;; Whether the port of a console means that of this node.
(define (%own-console? port) (eq? (%port-name port) %this-node))

(define %input-kinds
  '(string-input bytes-input text-input byte-input console-input))
(define %binary-kinds '(bytes-input bytes-output byte-input byte-output))
(define %process-kinds '(text-input text-output byte-input byte-output))

;; Whether it is a port of a file, connection or subprocess.
(define (%process-port? object)
  (if (%port? object)
      (if (memq (%port-kind object) %process-kinds) #t #f)
      #f))

;;> (port? object): whether it is a port. R7RS 6.13.1.
;;> Example: (port? (open-input-string "")) => #t
(define (port? object) (%port? object))

;;> (input-port? object): whether it is a port to read from. R7RS 6.13.1.
;;> Example: (input-port? (open-output-string)) => #f
(define (input-port? object)
  (if (%port? object)
      (if (memq (%port-kind object) %input-kinds) #t #f)
      #f))

;;> (output-port? object): whether it is a port to write to. R7RS 6.13.1.
;;> Example: (output-port? (open-output-string)) => #t
(define (output-port? object)
  (if (%port? object) (not (input-port? object)) #f))

;;> (textual-port? object): whether it is a port of characters. R7RS 6.13.1.
;;> Example: (textual-port? (open-input-string "")) => #t
(define (textual-port? object)
  (if (%port? object) (not (binary-port? object)) #f))

;;> (binary-port? object): whether it is a port of bytes. R7RS 6.13.1.
;;> Example: (binary-port? (open-input-bytevector #u8())) => #t
(define (binary-port? object)
  (if (%port? object)
      (if (memq (%port-kind object) %binary-kinds) #t #f)
      #f))

;;> (input-port-open? port): whether it can be read from. Raises type. R7RS
;;> 6.13.1.
;;> Example: (input-port-open? (open-input-string "")) => #t
(define (input-port-open? port)
  (if (input-port? port)
      (%is-open? port)
      (%type-error 'input-port-open? "an input port" port)))

;;> (output-port-open? port): whether it can be written to. Raises type. R7RS
;;> 6.13.1.
;;> Example: (output-port-open? (open-output-string)) => #t
(define (output-port-open? port)
  (if (output-port? port)
      (%is-open? port)
      (%type-error 'output-port-open? "an output port" port)))

(define (%is-open? port)
  (if (%process-port? port) (%process-port-open? port) (%port-open? port)))

;;> (close-port port): ends its use, after all that was written to it is
;;> written; the console stays open. Raises type, file. R7RS 6.13.1.
;;> Example: (let ((p (open-input-string "x"))) (close-port p) (input-port-open? p)) => #f
(define (close-port port)
  (cond ((not (%port? port)) (%type-error 'close-port "a port" port))
        ((memq (%port-kind port) '(console-input console-output)) #t)
        ((%process-port? port) (%close-process-port port))
        (else
         (%port-open-set! port #f)
         (if (eq? (%port-kind port) 'string-output) (%empty-buffer! port))
         (%port-end-set! port 0)
         (%port-filled-set! port 0)
         (%port-room-set! port 0))))

;;> (close-input-port port): close-port for an input port. Raises type. R7RS
;;> 6.13.1.
;;> Example: (let ((p (open-input-string "x"))) (close-input-port p) (input-port-open? p)) => #f
(define (close-input-port port)
  (if (input-port? port)
      (close-port port)
      (%type-error 'close-input-port "an input port" port)))

;;> (close-output-port port): close-port for an output port. Raises type. R7RS
;;> 6.13.1.
;;> Example: (let ((p (open-output-string))) (close-output-port p) (output-port-open? p)) => #f
(define (close-output-port port)
  (if (output-port? port)
      (close-port port)
      (%type-error 'close-output-port "an output port" port)))

;;> (call-with-port port procedure): calls the procedure with the port, closes
;;> the port and returns what the procedure did. Raises type. R7RS 6.13.1.
;;> Example: (call-with-port (open-input-string "ab") read-char) => #\a
(define (call-with-port port procedure)
  (let ((result (procedure port)))
    (close-port port)
    result))

;;> (open-input-string string): a port that reads its characters. Raises type.
;;> R7RS 6.13.1.
;;> Example: (read-line (open-input-string "one\ntwo")) => "one"
(define (open-input-string string)
  (if (string? string)
      (%new-port 'string-input #t #f #f string 0 (string-length string) 0 0)
      (%type-error 'open-input-string "a string" string)))

;;> (open-output-string): a port that collects what is written. R7RS 6.13.1.
;;> Example: (let ((p (open-output-string))) (write 'a p) (get-output-string p)) => "a"
(define (open-output-string)
  (%new-port 'string-output #t '() #f
             (%primitive make-bytevector %first-buffer 0) 0 0 0 %first-buffer))

;; Bytes of the buffers of a string-output.
(define %first-buffer 60)
(define %last-buffer 4000)

;; Adds what is in the buffer of a string-output to its content.
(define (%empty-buffer! port)
  (let ((filled (%port-filled port)))
    (if (not (eq? filled 0))
        (begin
          (%port-content-set!
           port (%primitive cons
                            (%utf8->string (%port-buffer port)
                                           0 filled)
                            (%port-content port)))
          (%port-filled-set! port 0)))))

;; Makes room in the buffer of a string-output that is open.
(define (%renew-buffer! port)
  (%empty-buffer! port)
  (let ((room (%port-room port)))
    (if (< room %last-buffer)
        (let ((room (* 4 room)))
          (%port-buffer-set! port (%primitive make-bytevector room 0))
          (%port-room-set! port room)))))

;;> (get-output-string port): what was written to it so far. Raises type. R7RS
;;> 6.13.1.
;;> Example: (get-output-string (open-output-string)) => ""
(define (get-output-string port)
  (%require-kind port 'string-output 'get-output-string
                 "a port made by open-output-string")
  (if (%primitive null? (%port-content port))
      ;; All of it is in the buffer, and stays there.
      (%utf8->string (%port-buffer port) 0 (%port-filled port))
      (begin
        (%empty-buffer! port)
        (let ((text (%string-concatenate (reverse (%port-content port)))))
          (%port-content-set! port (list text))
          (string-copy text)))))

;;> (call-with-output-string procedure): calls the procedure with a port and
;;> returns what was written to it. SRFI 6.
;;> Example: (call-with-output-string (lambda (port) (write "x" port))) => "\"x\""
(define (call-with-output-string procedure)
  (let ((port (open-output-string)))
    (procedure port)
    (get-output-string port)))

;;> (open-input-bytevector bytevector): a port that reads its bytes. Raises
;;> type. R7RS 6.13.1.
;;> Example: (read-u8 (open-input-bytevector #u8(7))) => 7
(define (open-input-bytevector bytes)
  (if (bytevector? bytes)
      (%new-port 'bytes-input #t bytes #f 0 0 0
                 (%primitive bytevector-length bytes) 0)
      (%type-error 'open-input-bytevector "a bytevector" bytes)))

;;> (open-output-bytevector): a port that collects the bytes written. R7RS
;;> 6.13.1.
;;> Example: (let ((p (open-output-bytevector))) (write-u8 7 p) (get-output-bytevector p)) => #u8(7)
(define (open-output-bytevector) (%make-port 'bytes-output #t '() 0))

;;> (get-output-bytevector port): the bytes written so far. Raises type. R7RS
;;> 6.13.1.
;;> Example: (get-output-bytevector (open-output-bytevector)) => #u8()
(define (get-output-bytevector port)
  (%require-kind port 'bytes-output 'get-output-bytevector
                 "a port made by open-output-bytevector")
  (let ((bytes (%bytevector-concatenate
                (reverse (%port-content port)))))
    (%port-content-set! port (list bytes))
    (bytevector-copy bytes)))

(define (%require-kind port kind who expected)
  (if (not (if (%port? port) (eq? (%port-kind port) kind) #f))
      (%type-error who expected port)))

;; Raises unless the port is open.
(define (%require-open port who)
  (if (not (%port-open? port))
      (%error-of-kind 'file who "the port is closed" port)))

(define (%check-input object)
  (if (not (input-port? object))
      (%type-error 'current-input-port "an input port" object)))

(define (%check-output object who)
  (if (not (output-port? object))
      (%type-error who "an output port" object)))

;;> (current-input-port): a parameter: where input comes from by default. R7RS
;;> 6.13.1.
;;> Example: (input-port? (current-input-port)) => #t
(define current-input-port
  (%place-parameter 'current-input-port
                    (lambda () %console-input)
                    (lambda (port) (%check-input port) port)))

;;> (current-output-port): a parameter: where output goes by default. R7RS
;;> 6.13.1.
;;> Example: (output-port? (current-output-port)) => #t
(define current-output-port
  (%place-parameter 'current-output-port
                    (lambda () %console-output)
                    (lambda (port)
                      (%check-output port 'current-output-port)
                      port)))

;;> (current-error-port): a parameter: where messages about errors go. R7RS
;;> 6.13.1.
;;> Example: (output-port? (current-error-port)) => #t
(define current-error-port
  (%place-parameter 'current-error-port
                    (lambda () %console-error)
                    (lambda (port)
                      (%check-output port 'current-error-port)
                      port)))
