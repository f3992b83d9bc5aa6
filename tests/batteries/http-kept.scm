;; What an HTTP client keeps: a few connections to each server, and none on which
;; something came that nobody asked for. What it does not keep it closes.
(import (scheme base) (scheme write) (termite process) (mound tcp) (mound http))

(define (show object) (write object) (newline))
(define me (self))
(define (times count thunk)
  (if (> count 0) (begin (thunk) (times (- count 1) thunk))))

;; Says which process asks and waits for what to answer; says when the connection
;; has ended.
(define (serve connection)
  (let ((in (connection-input connection)) (out (connection-output connection)))
    (define (head)
      (let ((line (read-line in)))
        (cond ((eof-object? line) #f)
              ((or (string=? line "\r") (string=? line "")) #t)
              (else (head)))))
    (let loop ()
      (if (head)
          (begin
            (! me (list 'asked (self)))
            (let ((after (recv
                           (('answer text) (write-string text out) values)
                           (('last text)
                            (write-string text out)
                            (lambda () (recv ('end (close-port out))))))))
              (flush-output-port out)
              (after)
              (loop)))
          (! me (list 'ended (self)))))))
(define listener (tcp-listen 0))
(tcp-serve listener serve)
(define url
  (string-append "http://127.0.0.1:" (number->string (listener-port listener))))
(define answer "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
(define (ask client)
  (spawn (lambda ()
           (! me (list 'answered
                       (body-text (http-request "GET" url client: client)))))))
(define (asked) (recv (('asked pid) pid)))
(define (answered) (recv (('answered text) text)))
;; Which of them ends next, in ample time.
(define (ended) (recv (('ended pid) pid) (after 20 'none)))

;; Eleven at the same time: eight of them stay.
(define client (make-http-client))
(times 11 (lambda () (ask client)))
(define servers
  (let loop ((n 11)) (if (= n 0) '() (let ((pid (asked))) (cons pid (loop (- n 1)))))))
(for-each (lambda (pid) (! pid (list 'answer answer))) servers)
(times 11 answered)
(define gone (list (ended) (ended) (ended)))
(show (map pid? gone))
;; The next is asked over one of those that stay.
(ask client)
(let ((pid (asked)))
  (show (list (pair? (memq pid servers)) (memq pid gone)))
  (! pid (list 'answer answer)))
(show (answered))
(close-http-client client)
(define rest (let loop ((n 8)) (if (= n 0) '() (let ((pid (ended))) (cons pid (loop (- n 1)))))))
(show (map (lambda (pid) (and (memq pid servers) (not (memq pid gone)))) rest))

;; More than an answer: the next request goes over another connection.
(define other (make-http-client))
(ask other)
(define first (asked))
(! first (list 'answer (string-append answer "more")))
(show (answered))
(ask other)
(define second (asked))
(show (list (eq? first second) (eq? first (ended))))
(! second (list 'answer answer))
(show (answered))

;; A server that says that it will send no more while its connection is kept:
;; the next request goes over another one, and the old one is closed.
(define third-client (make-http-client))
(ask third-client)
(define third (asked))
(! third (list 'last answer))
(show (answered))
(! third 'end)
(recv (after 0.3 #t))
(ask third-client)
(define fourth (asked))
(show (list (eq? third fourth) (eq? third (ended))))
(! fourth (list 'answer answer))
(show (answered))
