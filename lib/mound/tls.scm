;;; Connections by TLS 1.2 and 1.3. They are those of (mound tcp) in all but how
;;; they begin. The greeting of each is a task of the node: whoever accepts sees
;;; a connection only when it is over, and one that does not get on is given up
;;; after ten seconds.

;;> certificate: the keyword before the certificate of a listener, a string of
;;> PEM: that of its host first, and then those that lead to one that others
;;> believe.
;;> Example: (eval 'certificate: (environment '(scheme base) '(mound tls))) => certificate:
(define certificate: 'certificate:)

;;> key: the keyword before the private key that belongs to the certificate, a
;;> string of PEM.
;;> Example: (eval 'key: (environment '(scheme base) '(mound tls))) => key:
(define key: 'key:)

;;> host: the keyword before the address at which a listener listens, as for
;;> tcp-listen.
;;> Example: (eval 'host: (environment '(scheme base) '(mound tls))) => host:
(define host: 'host:)

;;> http2: the keyword before #t if the other side may choose HTTP/2. Each of
;;> its requests is then a connection of its own, on which HTTP/1.1 is spoken.
;;> For tls-connect it may be a pid: connections with the same pid to the same
;;> server then go over one of HTTP/2, as long as one of them is open.
;;> Example: (eval 'http2: (environment '(scheme base) '(mound tls))) => http2:
(define http2: 'http2:)

;;> trust: the keyword before the certificates to believe, a string of PEM,
;;> instead of those that the system believes.
;;> Example: (eval 'trust: (environment '(scheme base) '(mound tls))) => trust:
(define trust: 'trust:)

;;> (make-certificate name ...): a certificate for these names and addresses of
;;> hosts, and its key, two strings of PEM. It is signed by itself, so only
;;> those believe it who are given it with trust: or in a like way: it is for
;;> development, and for programs that know each other. Raises type, tls.
;;> Example: (call-with-values (lambda () (make-certificate "localhost")) (lambda (c k) (map (lambda (text) (string-copy text 0 15)) (list c k)))) => ("-----BEGIN CERT" "-----BEGIN PRIV")
(define (make-certificate name . names)
  (let ((names (cons name names)))
    (for-each (lambda (name) (%require-string name 'make-certificate)) names)
    (apply values (%host 'make-certificate names))))

;;> (tls-listen port option ...): a listener as by tcp-listen, whose connections
;;> go over TLS. Options: certificate: and key: must be there; host:
;;> ("127.0.0.1"); and http2: (#t), which matters for those who ask for it only.
;;> Raises type, file, and tls if certificate and key cannot be used.
;;> Example: (call-with-values (lambda () (make-certificate "localhost")) (lambda (c k) (listener-secure? (tls-listen 0 certificate: c key: k)))) => #t
;;> Example: (guard (e (#t (list (condition-kind e) (error-object-message e)))) (tls-listen 0 certificate: "x" key: "y")) => (tls "there is no certificate in the text for it")
(define (tls-listen port . options)
  (%require-port-number port 'tls-listen)
  (%check-options options (list certificate: key: host: http2:) 'tls-listen)
  (let ((host (%option host: options "127.0.0.1"))
        (pem (%certificate-and-key options 'tls-listen)))
    (%require-string host 'tls-listen)
    (%with-owners
     1
     (lambda (pid)
       (%make-listener
        pid
        (%host 'listen-tls pid host port (car pem) (cdr pem)
               (if (%option http2: options #t) #t #f))
        #t)))))

(define (%certificate-and-key options who)
  (let ((certificate (%option certificate: options #f))
        (key (%option key: options #f)))
    (%require-string certificate who)
    (%require-string key who)
    (cons certificate key)))

;;> (tls-renew! listener option ...): connections that come from now on get this
;;> certificate. Options are certificate:, key: and http2: as for tls-listen.
;;> Raises type, tls, and file if the listener is closed.
;;> Example: (call-with-values (lambda () (make-certificate "localhost")) (lambda (c k) (let ((l (tls-listen 0 certificate: c key: k))) (tcp-serve l list) (tls-renew! l certificate: c key: k) (connection-secure? (tls-connect "localhost" (listener-port l) trust: c))))) => #t
(define (tls-renew! listener . options)
  (if (not (and (listener? listener) (listener-secure? listener)))
      (%type-error 'tls-renew! "a listener by tls-listen" listener))
  (%check-options options (list certificate: key: http2:) 'tls-renew!)
  (let ((pem (%certificate-and-key options 'tls-renew!)))
    (%host 'renew-tls (listener-process listener) (car pem) (cdr pem)
           (if (%option http2: options #t) #t #f))
    (void)))

;;> (tls-connect host port option ...): a connection as by tcp-connect, which
;;> goes over TLS to a server that has shown to be this host. Options: timeout:,
;;> binary:, trust:, and http2: (#f). The other side answers when somebody
;;> accepts there. Raises type, timeout, and file if nobody listens there or the
;;> certificate is not believed. Reading raises file, too, if the connection is
;;> cut: the end of file comes only when the other side has said so.
;;> Example: (call-with-values (lambda () (make-certificate "localhost")) (lambda (c k) (let ((l (tls-listen 0 certificate: c key: k))) (tcp-serve l list) (guard (e ((file-error? e) 'not-believed)) (tls-connect "localhost" (listener-port l)))))) => not-believed
(define (tls-connect host port . options)
  (%require-string host 'tls-connect)
  (%require-port-number port 'tls-connect)
  (%check-options options (list timeout: binary: trust: http2:) 'tls-connect)
  (let ((seconds (%option timeout: options #f))
        (trust (%option trust: options #f)))
    (if trust (%require-string trust 'tls-connect))
    (%with-owners
     2
     (lambda (input output)
       (%connection input output
                    (%host 'connect-tls input output host port
                           (if seconds (inexact seconds) #f) trust
                           (let ((http2 (%option http2: options #f)))
                             (if (or (pid? http2) (not http2)) http2 #t)))
                    (%option binary: options #f) #t)))))
