;;; More about ports.

;;> binary: the keyword before #t if what is opened is to have binary ports.
;;> Example: binary: => binary:
(define binary: 'binary:)

;; Characters or bytes asked for at once.
(define %piece 65536)

;;> (read-all [port]): all the text that is left, "" at the end. Raises type,
;;> file.
;;> Example: (read-all (open-input-string "a\nb")) => "a\nb"
(define read-all
  (case-lambda
    (() (read-all (current-input-port)))
    ((port)
     (apply string-append
            (%pieces (lambda () (read-string %piece port)))))))

;;> (read-all-bytes [port]): all the bytes that are left. Raises type, file.
;;> Example: (read-all-bytes (open-input-bytevector #u8(1 2 3))) => #u8(1 2 3)
(define read-all-bytes
  (case-lambda
    (() (read-all-bytes (current-input-port)))
    ((port)
     (apply bytevector-append
            (%pieces (lambda () (read-bytevector %piece port)))))))

;; What the thunk returns until the end-of-file object.
(define (%pieces next)
  (let loop ((pieces '()))
    (let ((piece (next)))
      (if (eof-object? piece)
          (reverse pieces)
          (loop (cons piece pieces))))))

;;> (read-lines [port]): the lines that are left, a list of strings. Raises
;;> type, file.
;;> Example: (read-lines (open-input-string "a\nb\n")) => ("a" "b")
(define read-lines
  (case-lambda
    (() (read-lines (current-input-port)))
    ((port) (%pieces (lambda () (read-line port))))))

;;> (read-data [port]): the data that are left, a list. Raises type, file, read.
;;> Example: (read-data (open-input-string "a (b) 3")) => (a (b) 3)
(define read-data
  (case-lambda
    (() (read-data (current-input-port)))
    ((port) (%pieces (lambda () (read port))))))

;;> (read-string-some k [port]): up to k characters: those that are there,
;;> waiting only if there are none; or the end-of-file object. Raises type,
;;> file.
;;> Example: (read-string-some 10 (open-input-string "abc")) => "abc"
(define read-string-some
  (case-lambda
    ((k) (read-string-some k (current-input-port)))
    ((k port)
     (if (%of-kind? port 'text-input)
         (%read-characters port k #f)
         (read-string k port)))))

;;> (read-bytevector-some k [port]): the same with bytes. Raises type, file.
;;> Example: (read-bytevector-some 10 (open-input-bytevector #u8(1 2))) => #u8(1 2)
(define read-bytevector-some
  (case-lambda
    ((k) (read-bytevector-some k (current-input-port)))
    ((k port)
     (if (%of-kind? port 'byte-input)
         (%read-bytes port k #f)
         (read-bytevector k port)))))

(define (%of-kind? port kind)
  (if (port? port) (eq? (%port-kind port) kind) #f))

;;> (copy-port from to): writes all that is left of one port to the other, both
;;> textual or both binary. Returns how many characters or bytes. Raises type,
;;> file.
;;> Example: (let ((to (open-output-string))) (copy-port (open-input-string "abc") to) (get-output-string to)) => "abc"
(define (copy-port from to)
  (if (binary-port? from)
      (%copy (lambda () (read-bytevector-some %piece from)) bytevector-length
             (lambda (piece) (write-bytevector piece to)))
      (%copy (lambda () (read-string-some %piece from)) string-length
             (lambda (piece) (write-string piece to)))))

(define (%copy next size put)
  (let loop ((count 0))
    (let ((piece (next)))
      (if (eof-object? piece)
          count
          (begin
            (put piece)
            (loop (+ count (size piece))))))))

(define (%require-process-port port who)
  (if (not (%process-port? port))
      (%type-error who "a port of a file, connection or subprocess" port)))

;;> (port-process port): the pid of the process that the port of a file,
;;> connection or subprocess stands for. If it ends, the port is closed. Raises
;;> type.
;;> Example: (call-with-input-file "/dev/null" (lambda (port) (pid? (port-process port)))) => #t
(define (port-process port)
  (%require-process-port port 'port-process)
  (%port-content port))

;;> (port-name port): the path of its file, the address at the other side, or
;;> the name of the program. Raises type.
;;> Example: (call-with-input-file "/dev/null" port-name) => "/dev/null"
(define (port-name port)
  (%require-process-port port 'port-name)
  (%port-name port))

;;> (give-port! port pid): from now on the port is closed when that process
;;> ends, and no more when this one does, which must be the one to which it
;;> belongs: the one that opened it or was given it. Raises type, file.
;;> Example: (let* ((p (spawn ?)) (port (open-input-file "/dev/null"))) (give-port! port p) (! p 'go) (wait-for p) (wait-for (port-process port)) (input-port-open? port)) => #f
(define (give-port! port pid)
  (%require-process-port port 'give-port!)
  (if (not (%primitive pid? pid)) (%type-error 'give-port! "a pid" pid))
  (%at-port port pid)
  (void))

;;> (port-timeout-set! port seconds): from now on, to read from the connection
;;> or pipe raises timeout if nothing comes for so many seconds, and to write
;;> raises it if nothing is taken. #f means never. Raises type, file.
;;> Example: (call-with-input-file "/dev/null" (lambda (port) (port-timeout-set! port 0.5) (eof-object? (read-u8 (open-input-bytevector #u8()))))) => #t
(define (port-timeout-set! port seconds)
  (%require-process-port port 'port-timeout-set!)
  (if (not (if seconds (if (real? seconds) (>= seconds 0) #f) #t))
      (%type-error 'port-timeout-set! "a number of seconds or #f" seconds))
  (if (%primitive absent? (%primitive %resource-open? (%port-content port)))
      (%at-port port (lambda () (port-timeout-set! port seconds)))
      (%host 'set-timeout (%port-content port)
             (if seconds (inexact seconds) #f)))
  (void))
