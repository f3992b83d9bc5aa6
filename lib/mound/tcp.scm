;;; Connections by TCP. A connection is two ports, so it is read and written
;;; like files, and can be sent to other processes. Waiting for many of them
;;; needs no threads: the node waits for all in one.

;;> (connection? object): whether it is a connection, which tcp-connect and the
;;> accepting of a listener give.
;;> Example: (connection? 5) => #f
;;> (connection-input connection): the port from which what the other side sends
;;> is read. Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (let ((r (input-port? (connection-input c)))) (close-connection c) (close-listener l) r)) => #t
;;> (connection-output connection): the port to which what the other side gets
;;> is written. Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (let ((r (output-port? (connection-output c)))) (close-connection c) (close-listener l) r)) => #t
;;> (connection-address connection): the own address of the connection, a string
;;> such as "127.0.0.1:80". Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (let ((r (string? (connection-address c)))) (close-connection c) (close-listener l) r)) => #t
;;> (connection-peer connection): the address of the other side, a string.
;;> Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (let ((r (string=? (connection-peer c) (listener-address l)))) (close-connection c) (close-listener l) r)) => #t
(define-record-type connection
  (%make-connection input output address peer secure?)
  connection?
  (input connection-input)
  (output connection-output)
  (address connection-address)
  (peer connection-peer)
  (secure? connection-secure?))

;;> (listener? object): whether it is a listener, which tcp-listen makes.
;;> Example: (listener? 5) => #f
;;> (listener-process listener): the pid of the process that accepts
;;> connections. Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (p (listener-process l))) (close-listener l) (eq? p (listener-process l))) => #t
;;> (listener-address listener): the address at which it listens, a string.
;;> Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (a (listener-address l))) (close-listener l) (string? a)) => #t
;;> (listener-secure? listener): whether the connections that it accepts go over
;;> TLS. Raises type.
;;> Example: (listener-secure? (tcp-listen 0)) => #f
(define-record-type listener
  (%make-listener pid address secure?)
  listener?
  (pid listener-process)
  (address listener-address)
  (secure? listener-secure?))

(define (%connection-option keyword options default who)
  (cond ((null? options) default)
        ((not (and (pair? (cdr options))
                   (memq (car options) '(timeout: binary:))))
         (%type-error who "timeout: or binary: and its value" (car options)))
        ((eq? (car options) keyword) (cadr options))
        (else (%connection-option keyword (cddr options) default who))))

;; The connection of two port processes between these addresses.
(define (%connection input output addresses binary? secure?)
  (call-with-values
   (lambda () (%connection-ports input output (cadr addresses) binary?))
   (lambda (in out)
     (%make-connection in out (car addresses) (cadr addresses) secure?))))

(define (%require-port-number port who)
  (if (not (and (fixnum? port) (<= 0 port 65535)))
      (%type-error who "the number of a port" port)))

;;> (tcp-connect host port option ...): a connection to the server there. Its
;;> ports are connection-input and connection-output; they are closed when this
;;> process ends. Options: timeout: in seconds, and binary:. Raises type,
;;> timeout, and file if nobody listens there.
;;> Example: (guard (e ((file-error? e) (error-object-message e))) (tcp-connect "127.0.0.1" 1)) => "cannot connect to 127.0.0.1:1: connection refused"
(define (tcp-connect host port . options)
  (%require-string host 'tcp-connect)
  (%require-port-number port 'tcp-connect)
  (let ((seconds (%connection-option 'timeout: options #f 'tcp-connect))
        (binary? (%connection-option 'binary: options #f 'tcp-connect)))
    (%with-owners
     2
     (lambda (input output)
       (%connection input output
                    (%host 'connect input output host port
                           (if seconds (inexact seconds) #f))
                    binary? #f)))))

;;> (connection-secure? connection): whether it goes over TLS. Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (connection-secure? c)) => #f

;;> (tcp-listen port [host]): a listener, which accepts connections to that port
;;> of this machine; to a free port if it is 0. The host says from where:
;;> "127.0.0.1", which is the default, means only from this machine, "0.0.0.0"
;;> from everywhere. It is closed when this process ends. Raises type, file.
;;> Example: (listener? (tcp-listen 0)) => #t
(define tcp-listen
  (case-lambda
    ((port) (tcp-listen port "127.0.0.1"))
    ((port host)
     (%listen 'listen port host '(tcp-listen)))))

;; A listener by an operation of the host, which does not secure what it
;; accepts. `who` complains: a list, for it is called from other libraries too.
(define (%listen operation port host who)
  (%require-string host who)
  (%require-port-number port who)
  (%with-owners
   1
   (lambda (pid) (%make-listener pid (%host operation pid host port) #f))))

;;> (listener-port listener): the number of its port. Raises type.
;;> Example: (< 0 (listener-port (tcp-listen 0)) 65536) => #t
(define (listener-port listener) (node-port (listener-address listener)))

;;> (tcp-accept listener option ...): waits for the next connection. Several
;;> processes may wait. Options: timeout: in seconds, after which it raises
;;> timeout, and binary:. Raises type, timeout, and file if the listener is
;;> closed.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l))) (s (tcp-accept l))) (equal? (connection-peer s) (connection-address c))) => #t
(define (tcp-accept listener . options)
  (let ((seconds (%connection-option 'timeout: options #f 'tcp-accept))
        (binary? (%connection-option 'binary: options #f 'tcp-accept))
        (pid (listener-process listener)))
    (%with-owners
     2
     (lambda (input output)
       (%connection input output
                    (%host-until seconds 'accept pid input output)
                    binary? (listener-secure? listener))))))

;;> (close-listener listener): ends the listening; connections stay. Raises
;;> type.
;;> Example: (let ((l (tcp-listen 0))) (close-listener l) (guard (e ((file-error? e) 'closed)) (tcp-accept l))) => closed
(define (close-listener listener)
  (%close-owner (listener-process listener))
  (void))

;;> (close-connection connection): closes both ports, after what was written is
;;> on its way. To close only the output tells the other side that no more will
;;> come. Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (close-connection c) (input-port-open? (connection-input c))) => #f
(define (close-connection connection)
  (guard (e ((file-error? e) #f))
    (close-port (connection-output connection)))
  (close-port (connection-input connection)))

;;> (with-connection connection procedure): calls the procedure with the input
;;> and the output port, closes them, also if it raises, and returns what it
;;> did. Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (with-connection (tcp-accept l) (lambda (in out) (write-string "hi\n" out))) (read-line (connection-input c))) => "hi"
(define (with-connection connection procedure)
  (if (not (connection? connection))
      (%type-error 'with-connection "a connection" connection))
  (%require-callback procedure 2 'with-connection)
  (dynamic-wind
   void
   (lambda ()
     (procedure (connection-input connection) (connection-output connection)))
   (lambda () (close-connection connection))))

;;> (connection-timeout-set! connection seconds): reading raises timeout if
;;> nothing comes for so many seconds, and writing if nothing is taken; #f means
;;> never. Raises type, file.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l)))) (connection-timeout-set! c 0.05) (guard (e ((condition? e) (condition-kind e))) (read-char (connection-input c)))) => timeout
(define (connection-timeout-set! connection seconds)
  (port-timeout-set! (connection-input connection) seconds)
  (port-timeout-set! (connection-output connection) seconds))

;;> (give-connection! connection pid): from now on it is closed when that
;;> process ends, and no more when this one does, to which it must belong.
;;> Raises type, file.
;;> Example: (let* ((l (tcp-listen 0)) (c (tcp-connect "127.0.0.1" (listener-port l))) (p (spawn ?))) (give-connection! c p) (! p 'end) (wait-for p) (wait-for (port-process (connection-input c))) (input-port-open? (connection-input c))) => #f
(define (give-connection! connection pid)
  (give-port! (connection-input connection) pid)
  (give-port! (connection-output connection) pid))

;;> (tcp-serve listener procedure option ...): a new process that accepts
;;> connections until the listener is closed, and for each starts a process that
;;> calls the procedure with the connection and closes it after that. Returns
;;> its pid. Options are those of tcp-accept. Raises type.
;;> Example: (let* ((l (tcp-listen 0)) (server (tcp-serve l (lambda (c) (write-string (read-line (connection-input c)) (connection-output c)))))) (with-connection (tcp-connect "127.0.0.1" (listener-port l)) (lambda (in out) (write-string "echo\n" out) (read-line in)))) => "echo"
(define (tcp-serve listener procedure . options)
  (%require-callback procedure 1 'tcp-serve)
  (spawn
   (lambda ()
     (let loop ()
       (let ((connection (%next-connection listener options)))
         (if connection
             (let ((handler (spawn
                             (lambda ()
                               ;; It begins when the connection is its own.
                               (recv (('begin) #t))
                               (with-connection
                                connection
                                (lambda (input output)
                                  (procedure connection))))
                             name: 'connection)))
               ;; The other side may have closed it already.
               (guard (e ((file-error? e) #f))
                 (give-connection! connection handler))
               (! handler '(begin))
               (loop))))))
   name: 'server))

;; The next connection, or #f when the listener is closed. One that was given up
;; by the other side before it was accepted is no reason to stop.
(define (%next-connection listener options)
  (guard (e ((and (file-error? e)
                  (not (%primitive %resource-open?
                                   (listener-process listener))))
             #f))
    (apply tcp-accept listener options)))
