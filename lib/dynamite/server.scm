;;; The handler of HTTP that serves pages: the frame of a page, the script, the
;;; style sheet and the WebSocket; and sessions.

;;> title: the keyword before the title of all pages of a handler.
;;> Example: (eval 'title: (environment '(scheme base) '(dynamite))) => title:
(define title: 'title:)

;;> style: the keyword before the style sheet of all pages, a string.
;;> Example: (eval 'style: (environment '(scheme base) '(dynamite))) => style:
(define style: 'style:)

;;> linger: the keyword before the seconds that a page without a browser is
;;> kept; 60 if it is not given.
;;> Example: (eval 'linger: (environment '(scheme base) '(dynamite))) => linger:
(define linger: 'linger:)

;;> secret: the keyword before the bytevector with which sessions are signed. If
;;> it is not given, it is made anew each time, and sessions end with the
;;> program.
;;> Example: (eval 'secret: (environment '(scheme base) '(dynamite))) => secret:
(define secret: 'secret:)

;;> pages: the keyword before how many pages there may be at a time; 10000 if it
;;> is not given. After that, browsers are told to come again later.
;;> Example: (eval 'pages: (environment '(scheme base) '(dynamite))) => pages:
(define pages: 'pages:)

;;> admit: the keyword before a procedure that is called with a session, which
;;> is a string, and a request for a page; unless it returns true, the answer is
;;> 403.
;;> Example: (eval 'admit: (environment '(scheme base) '(dynamite))) => admit:
(define admit: 'admit:)

;;> otherwise: the keyword before a handler of the requests that are for no
;;> page.
;;> Example: (eval 'otherwise: (environment '(scheme base) '(dynamite))) => otherwise:
(define otherwise: 'otherwise:)

;; What may be done with a page of ours in a browser: scripts and styles come
;; from us only, and no other site may show it in its own.
(define %page-headers
  `((content-security-policy
     . ,(string-append
         "default-src 'none'; script-src 'self'; style-src 'self'; "
         "img-src 'self' data:; font-src 'self'; media-src 'self'; "
         "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
         "form-action 'self'"))
    (x-frame-options . "DENY")
    (cross-origin-opener-policy . "same-origin")
    (cross-origin-resource-policy . "same-origin")
    (referrer-policy . "same-origin")
    (cache-control . "no-store")))

;; The longest message of a browser, in bytes.
(define %message-max 100000)

(define-record-type site
  (%make-site routes registry secret title style linger admit keeper
              upload-limit)
  site?
  (routes %site-routes)
  (registry %site-registry)
  (secret %site-secret)
  (title %site-title)
  (style %site-style)
  (linger %site-linger)
  (admit %site-admit)
  (keeper %site-keeper)
  (upload-limit %site-upload-limit))

;;> (dynamite-handler routes [option ...]): a handler for http-serve. A route is
;;> a path and a procedure, which is called with a page, in a new process, when
;;> a browser shows the path. Sessions are signed, other sites cannot connect,
;;> and their pages cannot show ours. Options: title:, style:, linger:, secret:,
;;> pages:, admit:, upload-limit: and otherwise:. Raises type.
;;> Example: (response-status ((dynamite-handler (list (cons "/" (lambda (page) (show page "hello"))))) (make-request "GET" "/"))) => 200
(define (dynamite-handler routes . options)
  (%check-options options (list title: style: linger: secret: pages: admit:
                                upload-limit: otherwise:)
                  'dynamite-handler)
  (let ((limit (%option upload-limit: options 0)))
    (if (not (and (fixnum? limit) (<= 0 limit)))
        (%type-error 'dynamite-handler "a number of bytes" limit)))
  (for-each
   (lambda (route)
     (if (not (and (pair? route) (string? (car route))))
         (%type-error 'dynamite-handler "a path and a procedure" route))
     (%require-callback (cdr route) 1 'dynamite-handler))
   (%require-list routes 'dynamite-handler))
  (let* ((most (%option pages: options 10000))
         (limit (%option upload-limit: options 10000000))
         (otherwise (%option otherwise: options
                             (lambda (request)
                               (text-response "not found\n" 404))))
         (site (%make-site routes
                           (spawn (lambda () (%registry most)) name: 'dynamite)
                           (%option secret: options (random-bytes 32))
                           (%option title: options "Dynamite")
                           (%option style: options "")
                           (%option linger: options 60)
                           (%option admit: options
                                    (lambda (session request) #t))
                           (spawn (lambda ()
                                    (%upload-keeper
                                     (* %uploads-at-a-time limit)))
                                  name: 'uploads)
                           limit)))
    (%require-callback otherwise 1 'dynamite-handler)
    (%require-callback (%site-admit site) 2 'dynamite-handler)
    (lambda (request)
      (let ((path (request-path request)))
        (cond ((string=? path "/dynamite/script.js")
               (%asset "text/javascript; charset=utf-8" %script))
              ((string=? path "/dynamite/style.css")
               (%asset "text/css; charset=utf-8" (%site-style site)))
              ((string=? path "/dynamite/socket") (%socket site request))
              ((not (assoc path routes)) (otherwise request))
              ((member (request-method request) '("GET" "HEAD"))
               (%frame site request))
              (else (text-response "only GET is possible here\n" 405)))))))

(define (%asset type text)
  (response 200
            (list (cons 'content-type type)
                  '(x-content-type-options . "nosniff")
                  '(cross-origin-resource-policy . "same-origin")
                  '(cache-control . "no-cache"))
            text))

;; The page without its tree, which comes by the WebSocket.
(define (%frame site request)
  (let* ((known (%session site request))
         (session (or known (bytevector->base64 (random-bytes 16) #t)))
         (page (html-response
                `(html (@ (lang "en"))
                       (head (meta (@ (charset "utf-8")))
                             (meta (@ (name "viewport")
                                      (content "width=device-width")))
                             (link (@ (rel "icon") (href "data:,")))
                             (link (@ (rel "stylesheet")
                                      (href "/dynamite/style.css")))
                             (title ,(%site-title site)))
                       (body (div (@ (id "dynamite")))
                             (noscript "This page needs JavaScript.")
                             (script (@ (src "/dynamite/script.js"))))))))
    (if ((%site-admit site) session request)
        (response 200
                  (append (response-headers page)
                          (if known
                              '()
                              (list (cons 'set-cookie
                                          (%cookie site request session))))
                          %page-headers)
                  (body-bytes page))
        (text-response "this page is not for you\n" 403))))

;; Sessions are a name and its code, so nobody can make up the name of another
;; one, and nothing is kept here. Browsers send cookies to all ports of a host,
;; so servers beside one another need names of their own.
(define (%cookie site request session)
  (string-append (%cookie-name request) session "."
                 (%session-code site session)
                 "; Path=/; HttpOnly; SameSite=Lax"
                 (if (request-secure? request) "; Secure" "")))

(define (%cookie-name request)
  (let* ((parts (string-split (or (request-header request "host") "") ":"))
         (port (and (pair? (cdr parts)) (string->number (cadr parts)))))
    (if (and (fixnum? port) (< 0 port))
        (string-append "dynamite-" (number->string port) "=")
        "dynamite=")))

(define (%session-code site session)
  (bytevector->base64 (hmac 'sha-256 (%site-secret site) session) #t))

;; The session of a request, or #f.
(define (%session site request)
  (let ((name (%cookie-name request)))
    (let loop ((cookies (string-split (or (request-header request "cookie") "")
                                      "; ")))
      (cond ((null? cookies) #f)
            ((eqv? 0 (string-search name (car cookies)))
             (or (%signed-session site (substring (car cookies)
                                                  (string-length name)
                                                  (string-length
                                                   (car cookies))))
                 (loop (cdr cookies))))
            (else (loop (cdr cookies)))))))

(define (%signed-session site value)
  (let ((parts (string-split value ".")))
    (and (= 2 (length parts))
         (bytevector=?/constant-time
          (string->utf8 (cadr parts))
          (string->utf8 (%session-code site (car parts))))
         (car parts))))

;; The WebSocket of a browser that shows a page.
(define (%socket site request)
  (let* ((session (%session site request))
         (query (request-query request))
         (path (assoc "path" query))
         (route (and path (assoc (cdr path) (%site-routes site)))))
    (cond ((not (and session ((%site-admit site) session request)))
           (text-response "no session\n" 403))
          ((not route) (text-response "not found\n" 404))
          (else
           (websocket-response
            request
            (lambda (socket)
              (%read-browser socket site session route
                             (%without-path query)))
            message-limit: %message-max)))))

;; The query of the page is behind the path in that of the socket.
(define (%without-path query)
  (cond ((null? query) '())
        ((string=? "path" (caar query)) (cdr query))
        (else (cons (car query) (%without-path (cdr query))))))
