;;; A chat server: what one client writes, all others read.
;;;
;;;   mound run examples/chat-server.scm PORT
;;;   nc localhost PORT
;;;
;;; The first line of a client is its name. A process for each connection reads its
;;; lines; the room is a process that knows all clients, so nothing is shared.
;;; Without a port, two clients of this program talk to each other.

(import (scheme base) (scheme process-context) (scheme write)
        (mound tcp) (termite process))

;;; The room. Its state is the list of its guests, each a name and a connection.

(define (room guests)
  (recv
    (('enter pid name connection)
     (monitor pid)
     (announce guests (string-append name " is here"))
     (room (cons (list pid name connection) guests)))
    (('say pid text)
     (cond ((assq pid guests)
            => (lambda (guest)
                 (announce (others guests pid)
                           (string-append (cadr guest) ": " text)))))
     (room guests))
    (('down _ pid _ _)
     (let ((rest (others guests pid)))
       (cond ((assq pid guests)
              => (lambda (guest)
                   (announce rest (string-append (cadr guest) " has left")))))
       (room rest)))))

(define (others guests pid)
  (cond ((null? guests) '())
        ((eq? (car (car guests)) pid) (cdr guests))
        (else (cons (car guests) (others (cdr guests) pid)))))

(define (announce guests line)
  (for-each
   (lambda (guest)
     ;; A guest who is gone is announced by the monitor; the room goes on.
     (guard (e (#t #f))
       (write-line line (connection-output (list-ref guest 2)))))
   guests))

(define (write-line line port)
  (write-string line port)
  (newline port)
  (flush-output-port port))

(define (serve room)
  (lambda (connection)
    (let* ((input (connection-input connection))
           (name (read-line input)))
      (unless (eof-object? name)
        (! room (list 'enter (self) name connection))
        (write-line "welcome" (connection-output connection))
        (let loop ((line (read-line input)))
          (unless (eof-object? line)
            (! room (list 'say (self) line))
            (loop (read-line input))))))))

(define (start-server port)
  (let ((listener (tcp-listen port))
        (the-room (spawn (lambda () (room '())) name: 'room)))
    (tcp-serve listener (serve the-room))
    listener))

;;; Two clients, to show it.

(define (demonstrate)
  (let* ((port (listener-port (start-server 0)))
         (ada (enter "Ada" port))
         (ben (enter "Ben" port)))
    (show "Ada reads" ada)
    (write-line "hello, Ada" (connection-output ben))
    (show "Ada reads" ada)
    (write-line "hello, Ben" (connection-output ada))
    (show "Ben reads" ben)
    (close-connection ben)
    (show "Ada reads" ada)))

(define (enter name port)
  (let ((connection (tcp-connect "127.0.0.1" port)))
    (write-line name (connection-output connection))
    (show name connection)
    connection))

(define (show who connection)
  (display who)
  (display ": ")
  (display (read-line (connection-input connection)))
  (newline))

(let ((arguments (cdr (command-line))))
  (cond ((null? arguments) (demonstrate))
        (else
         (start-server (string->number (car arguments)))
         (recv ('never #t)))))
