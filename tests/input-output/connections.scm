;; Connections by TCP on this machine.
(import (scheme base) (scheme read) (scheme write) (mound conditions)
        (mound port) (mound tcp) (termite process))

(define (show object) (write object) (newline))
(define-syntax kind-of
  (syntax-rules ()
    ((kind-of expression)
     (guard (e ((condition? e) (condition-kind e))) expression))))

(define listener (tcp-listen 0))
(define port (listener-port listener))
(define (connect . options)
  (apply tcp-connect "127.0.0.1" port options))

;; One connection, by hand.
(define client (connect))
(define server (tcp-accept listener))
(show (list (connection? client) (connection? server)))
(show (list (equal? (connection-address client) (connection-peer server))
            (equal? (connection-peer client) (connection-address server))))
(write-string "hello\r\n" (connection-output client))
(show (read-line (connection-input server)))
(show (char-ready? (connection-input server)))
(write '(a datum) (connection-output server))
(write-string " rest" (connection-output server))
(close-port (connection-output server))
(show (read (connection-input client)))
(show (read-all (connection-input client)))
(show (eof-object? (read-char (connection-input client))))
;; The other direction is still open.
(write-string "still here" (connection-output client))
(show (read-string 10 (connection-input server)))
(close-connection client)
(show (eof-object? (read-line (connection-input server))))
(close-connection server)
(show (list (input-port-open? (connection-input server))
            (output-port-open? (connection-output server))
            (kind-of (write-char #\a (connection-output server)))
            (kind-of (read-char (connection-input server)))))

;; Bytes, and what is there so far.
(let* ((client (connect binary: #t)) (server (tcp-accept listener binary: #t)))
  (write-bytevector #u8(1 2 3) (connection-output client))
  (show (read-bytevector-some 100 (connection-input server)))
  (write-u8 4 (connection-output client))
  (show (read-u8 (connection-input server)))
  (close-connection client)
  (show (eof-object? (read-u8 (connection-input server))))
  (close-connection server))

;; Timeouts.
(show (kind-of (tcp-accept listener timeout: 0.05)))
(let* ((client (connect)) (server (tcp-accept listener timeout: 5)))
  (connection-timeout-set! client 0.05)
  (show (kind-of (read-line (connection-input client))))
  ;; It is as good as before.
  (write-string "late\n" (connection-output server))
  (connection-timeout-set! client 5)
  (show (read-line (connection-input client)))
  ;; A peer that does not read.
  (connection-timeout-set! client 0.1)
  (show (kind-of
         (let loop ((n 0))
           (if (< n 1000)
               (begin
                 (write-string (make-string 100000 #\x)
                               (connection-output client))
                 (loop (+ n 1)))))))
  (close-port (connection-input server))
  (close-connection server)
  (close-port (connection-input client)))

;; A connection that nobody waited for any more is not lost.
(define early
  (spawn (lambda () (kind-of (tcp-accept listener timeout: 0.02)))))
(wait-for early)
(let* ((client (connect)) (server (tcp-accept listener)))
  (write-string "found\n" (connection-output client))
  (show (read-line (connection-input server)))
  (close-connection client)
  (close-connection server))

;; A server with many connections at once, all open before the first is used.
(define serving
  (tcp-serve listener
             (lambda (connection)
               (let loop ()
                 (let ((line (read-line (connection-input connection))))
                   (if (not (eof-object? line))
                       (begin
                         (write-string (string-append "echo " line "\n")
                                       (connection-output connection))
                         (loop))))))))
(define clients (let loop ((n 40) (made '()))
                  (if (= n 0) made (loop (- n 1) (cons (connect) made)))))
(for-each (lambda (client)
            (write (connection-address client) (connection-output client))
            (newline (connection-output client)))
          clients)
(define (answered? client)
  (equal? (read-line (connection-input client))
          (string-append "echo \"" (connection-address client) "\"")))
(show (let loop ((rest clients) (count 0))
        (if (null? rest)
            count
            (loop (cdr rest) (+ count (if (answered? (car rest)) 1 0))))))
(for-each close-connection clients)
;; A connection that its handler gives up by an error is closed.
(define failing (tcp-listen 0))
(define handler
  (tcp-serve failing
             (lambda (connection)
               (read-line (connection-input connection))
               (terminate! (self)))))
(let ((client (tcp-connect "127.0.0.1" (listener-port failing))))
  (write-string "go\n" (connection-output client))
  (show (eof-object? (read-line (connection-input client)))))

;; The end of the listening.
(close-listener listener)
(show (pair? (memq (wait-for serving 10) '(normal noproc))))
(show (kind-of (connect)))
(show (kind-of (tcp-accept listener)))
(show (kind-of (tcp-connect "no-such-host.invalid" 80)))
(show (kind-of (tcp-connect "127.0.0.1" 70000)))
(let ((one (tcp-listen 0)))
  (show (kind-of (tcp-listen (listener-port one)))))
