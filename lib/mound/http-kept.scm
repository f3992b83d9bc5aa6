;;; Connections that a client keeps for its next request to the same server.
;;;
;;; A process owns them while nobody uses them; whoever asks gets one for itself
;;; and gives it back when the answer has been read.

(define-record-type http-client
  (%make-http-client process)
  http-client?
  (process %client-process))

;;> client: the keyword before the http-client that keeps connections.
;;> Example: (eval 'client: (environment '(scheme base) '(mound http))) => client:
(define client: 'client:)

;; Connections that are kept for one server, and in all.
(define %kept-max 8)
(define %kept-in-all-max 256)

;; Seconds for which a connection is kept that nobody uses: servers seldom wait
;; longer.
(define %kept-seconds 30)

;;> (make-http-client): what keeps the connections of http-request for the next
;;> one to the same server, at most 8 for each and for half a minute. It may be
;;> used by all processes of its node, and ends with the process that made it.
;;> Requests to a server that speaks HTTP/2 go over one connection.
;;> Example: (let ((l (tcp-listen 0)) (c (make-http-client))) (http-serve l (lambda (r) (text-response (request-peer r)))) (let* ((url (string-append "http://127.0.0.1:" (number->string (listener-port l)))) (ask (lambda () (body-text (http-request "GET" url client: c)))) (first (ask))) (string=? first (ask)))) => #t
(define (make-http-client)
  (let ((owner (self)))
    (%make-http-client
     (spawn (lambda () (monitor owner) (%keep-connections '()))
            name: 'http-client))))

;;> (http-client? object): whether it is an http-client.
;;> Example: (http-client? 5) => #f

;;> (close-http-client client): closes the connections that it keeps, and ends
;;> it; requests that still name it keep nothing. Raises type.
;;> Example: (begin (close-http-client (make-http-client)) 'closed) => closed
(define (close-http-client client)
  (if (not (http-client? client))
      (%type-error 'close-http-client "an http-client" client))
  (! (%client-process client) 'end)
  (void))

;; `kept` are lists of key, connection and the moment until which it is kept,
;; the one that came last first.
(define (%keep-connections kept)
  (recv
    ((from tag 'take key)
     (let ((found (assoc key kept)))
       (cond ((not found)
              (! from (list tag #f))
              (%keep-connections kept))
             ((%can-be-given? (cadr found) from)
              (! from (list tag (cadr found)))
              (%keep-connections (%without found kept)))
             (else
              (close-connection (cadr found))
              (! (self) (list from tag 'take key))
              (%keep-connections (%without found kept))))))
    (('put key connection)
     (%keep-connections
      (%fewer (cons (list key connection (+ (monotonic-time) %kept-seconds))
                    kept))))
    ('end #t)
    (('down _ _ _ _) #t)
    (after (if (null? kept) 1e9 1)
      (%keep-connections (%fewer kept)))))

;; Nothing may have come on it meanwhile, nor its end.
(define (%can-be-given? connection pid)
  (guard (e ((file-error? e) #f))
    (and (not (u8-ready? (connection-input connection)))
         (begin (give-connection! connection pid) #t))))

(define (%without entry kept)
  (cond ((null? kept) '())
        ((eq? entry (car kept)) (cdr kept))
        (else (cons (car kept) (%without entry (cdr kept))))))

;; Closes those that are too old or too many.
(define (%fewer kept)
  (let ((now (monotonic-time)))
    (let loop ((rest kept) (good '()) (keys '()) (count 0))
      (if (null? rest)
          (reverse good)
          (let* ((entry (car rest)) (key (car entry)))
            (if (and (< now (list-ref entry 2))
                     (< count %kept-in-all-max)
                     (< (%times key keys) %kept-max))
                (loop (cdr rest) (cons entry good) (cons key keys)
                      (+ count 1))
                (begin
                  (close-connection (cadr entry))
                  (loop (cdr rest) good keys count))))))))

(define (%times key keys)
  (cond ((null? keys) 0)
        ((equal? key (car keys)) (+ 1 (%times key (cdr keys))))
        (else (%times key (cdr keys)))))

;; A connection for this process, or #f.
(define (%take-kept client key)
  (if (not (http-client? client))
      (%type-error 'http-request "an http-client" client))
  (let* ((watch (monitor (%client-process client))) (tag (make-tag)))
    (! (%client-process client) (list (self) tag 'take key))
    (recv
      ((,tag connection) (demonitor watch) connection)
      (('down ,watch _ _ _) #f))))

;; Gives the connection back. One that ends meanwhile is not kept.
(define (%put-kept client key connection)
  (guard (e ((file-error? e) #f))
    ;; From now on what comes is noticed.
    (u8-ready? (connection-input connection))
    (give-connection! connection (%client-process client))
    (! (%client-process client) (list 'put key connection))))
