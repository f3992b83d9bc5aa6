;;; Files. A port of a file is a process, so it can be sent, and is closed when
;;; the process that opened it ends.

;;> (open-input-file path): a textual port that reads the file, which must be
;;> UTF-8. Raises type, file. R7RS 6.13.1.
;;> Example: (guard (e ((file-error? e) (error-object-message e))) (open-input-file "/no/such/file")) => "cannot open /no/such/file: no such file or directory"
(define (open-input-file path)
  (%require-path path 'open-input-file)
  (%file-port 'text-input path 'open-input))

;;> (open-binary-input-file path): a binary port that reads the file. Raises
;;> type, file. R7RS 6.13.1.
;;> Example: (let* ((port (open-binary-input-file "/dev/zero")) (byte (read-u8 port))) (close-port port) byte) => 0
(define (open-binary-input-file path)
  (%require-path path 'open-binary-input-file)
  (%file-port 'byte-input path 'open-input))

;;> (open-output-file path): a textual port that writes to the file, which is
;;> made, or emptied if it exists. What is written is on its way when the port
;;> is flushed or closed. Raises type, file. R7RS 6.13.1.
;;> Example: (let ((port (open-output-file "/dev/null"))) (write 'lost port) (close-port port) (output-port-open? port)) => #f
(define (open-output-file path)
  (%require-path path 'open-output-file)
  (%file-port 'text-output path 'open-output 'truncate))

;;> (open-binary-output-file path): a binary port that does the same. Raises
;;> type, file. R7RS 6.13.1.
;;> Example: (let ((port (open-binary-output-file "/dev/null"))) (write-u8 7 port) (close-port port) (binary-port? port)) => #t
(define (open-binary-output-file path)
  (%require-path path 'open-binary-output-file)
  (%file-port 'byte-output path 'open-output 'truncate))

;;> (call-with-input-file path procedure): calls the procedure with a port that
;;> reads the file, closes the port and returns what the procedure did. Raises
;;> type, file. R7RS 6.13.1.
;;> Example: (eof-object? (call-with-input-file "/dev/null" read-line)) => #t
(define (call-with-input-file path procedure)
  (%require-procedure procedure 'call-with-input-file)
  (call-with-port (open-input-file path) procedure))

;;> (call-with-output-file path procedure): the same, with a port that writes.
;;> Raises type, file. R7RS 6.13.1.
;;> Example: (call-with-output-file "/dev/null" (lambda (port) (write 'lost port) 1)) => 1
(define (call-with-output-file path procedure)
  (%require-procedure procedure 'call-with-output-file)
  (call-with-port (open-output-file path) procedure))

;;> (with-input-from-file path thunk): calls the thunk while the current input
;;> port reads the file, and closes that port. Raises type, file. R7RS 6.13.1.
;;> Example: (eof-object? (with-input-from-file "/dev/null" read)) => #t
(define (with-input-from-file path thunk)
  (%require-procedure thunk 'with-input-from-file)
  (call-with-port
   (open-input-file path)
   (lambda (port) (parameterize ((current-input-port port)) (thunk)))))

;;> (with-output-to-file path thunk): calls the thunk while the current output
;;> port writes to the file, and closes that port. Raises type, file. R7RS
;;> 6.13.1.
;;> Example: (with-output-to-file "/dev/null" (lambda () (display "lost") 2)) => 2
(define (with-output-to-file path thunk)
  (%require-procedure thunk 'with-output-to-file)
  (call-with-port
   (open-output-file path)
   (lambda (port) (parameterize ((current-output-port port)) (thunk)))))

;;> (file-exists? path): whether there is a file or directory of this name.
;;> Raises type, and file if that cannot be found out. R7RS 6.13.1.
;;> Example: (list (file-exists? "/dev/null") (file-exists? "/no/such/file")) => (#t #f)
(define (file-exists? path)
  (%require-path path 'file-exists?)
  (if (%host 'file-information path #t) #t #f))

;;> (delete-file path): deletes the file. Raises type, file. R7RS 6.13.1.
;;> Example: (guard (e ((file-error? e) 'not-there)) (delete-file "/no/such/file")) => not-there
(define (delete-file path)
  (%require-path path 'delete-file)
  (%host 'delete-file path)
  (void))
