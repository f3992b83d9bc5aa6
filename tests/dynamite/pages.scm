;; Pages and a client of ours: events, components, questions, connections that
;; are lost, processes that come from elsewhere, limits, strangers.
(import (scheme base) (scheme write) (mound conditions) (mound crypto)
        (mound http) (mound strings) (mound tcp) (mound tls) (dynamite)
        (dynamite client) (termite process))

(define (say object) (write object) (newline))

(define (counter page)
  (run-page page 0
            (lambda (n)
              `(div (button (@ (id "more")
                               (on-click ,(lambda (n event) (+ n 1)))))
                    (input (@ (id "field") (value "")
                              (on-input
                               ,(lambda (n event)
                                  (string->number (event-value event))))))
                    (b (@ (id "n")) ,n)
                    ,(part 'left) ,(part 'right)))
            message: (lambda (n message)
                       (if (eq? message 'crash) (car n) message))))

(define (part name)
  (component
   name 0
   (lambda (n)
     `(i (@ (id ,name) (on-click ,(lambda (n event) (+ n 1)))) ,n))))

(define (sum page)
  (define (number text)
    (cdr (assq 'n (ask page `(div (p (@ (id "text")) ,text)
                                  (form (@ (id "form"))
                                        (input (@ (name "n")))))))))
  (let* ((a (number "first")) (b (number "second")))
    (show page
          `(p (@ (id "text")) ,(+ (string->number a) (string->number b))))))

(define (text-of page)
  (show page `(p (@ (id "text")) ,(cdr (assoc "x" (page-query page))))))

(define handler
  (dynamite-handler (list (cons "/" counter) (cons "/sum" sum)
                          (cons "/text" text-of))
                    pages: 6))
(define listener (tcp-listen 0))
(http-serve listener handler)
(define base
  (string-append "http://127.0.0.1:" (number->string (listener-port listener))))

(define (wait-text client id text)
  (or (equal? text (client-text client id))
      (client-wait client (lambda (tree)
                            (equal? text (client-text client id))))))

;; Events, components with states of their own, and a page from elsewhere.
(define first
  (call-with-page
   (string-append base "/")
   (lambda (client)
     (client-say client "more" "click")
     (client-say client "more" "click")
     (client-say client "left" "click")
     (client-say client "field" "input" '((value . "41")))
     (client-say client "more" "click")
     (wait-text client "n" "42")
     (say (map (lambda (id) (client-text client id)) '("n" "left" "right")))
     (let ((pid (car (page-processes))))
       (! pid 7)
       (say (wait-text client "n" "7"))
       (say (cdr (assoc '(left) (page-components pid))))
       (page-component-update! pid '(right) (lambda (n) (+ n 5)))
       (say (wait-text client "right" "5"))
       (page-component-view-set! pid '(right)
                                 (lambda (n) `(i (@ (id "right")) "new " ,n)))
       (say (wait-text client "right" "new 5"))
       (say (guard (e (#t (condition-kind e)))
              (page-component-update! pid '(middle) values)))
       (say (guard (e (#t e)) (page-call pid (lambda (page) (raise 'no))))))
     client)))

;; The connection was lost; the page was not, and goes on with what is shown.
(call-with-page
 (string-append base "/")
 (lambda (client)
   (say (map (lambda (id) (client-text client id)) '("n" "left" "right")))
   (client-say client "more" "click")
   (say (wait-text client "n" "8"))
   ;; What does not exist is not found, and handlers of nobody are not called.
   (say (guard (e (#t (condition-kind e))) (client-say client "x" "click"))))
 page: first)

;; Another browser has a page of its own, even if it names that of the first.
(call-with-page (string-append base "/")
                (lambda (client) (say (client-text client "n"))))

;; Questions.
(call-with-page
 (string-append base "/sum")
 (lambda (client)
   (define (answer n)
     (client-say client "form" "submit" `((form (n . ,n)))))
   (answer "20")
   (wait-text client "text" "second")
   (answer "22")
   (say (wait-text client "text" "42"))))

;; What is data is text, wherever it comes from.
(call-with-page
 (string-append base "/text?x=%3Cscript%3Ealert(1)%3C/script%3E")
 (lambda (client) (say (client-text client "text"))))
(define (refused html)
  (guard (e ((condition? e) (condition-kind e))) (%tree (list html) #f #f)))
(say (map refused
          `((script "x") (p (@ (onclick "x"))) (p (@ (on-click "x")))
            (iframe (@ (srcdoc "x"))) (a (@ (srcdoc "x"))) (p #(1)))))
(say (map (lambda (url)
            (vector-ref (vector-ref (%nodes->json
                                     (%tree `((a (@ (href ,url)))) #f #f))
                                    0)
                        1))
          '("javascript:x" " JaVa\tScript:x" "data:text/html,x" "/a:b"
            "https://a.example/")))

;; A page that fails ends, and the next one begins anew.
(call-with-page
 (string-append base "/")
 (lambda (client)
   (client-say client "field" "input" '((value . "x")))
   (say (guard (e (#t (condition-kind e)))
          (let loop ()
            (client-say client "more" "click")
            (client-wait client (lambda (tree) #f))
            (loop))))))

;; Sessions are signed, and strangers are refused.
(define (status path headers)
  (response-status (handler (make-request "GET" path headers))))
(define cookie (client-session first))
(define (altered cookie)
  (string-append (substring cookie 0 (- (string-length cookie) 1)) "_"))
(define (upgrade cookie . more)
  `((host . "a.example") (upgrade . "websocket") (sec-websocket-version . "13")
    (sec-websocket-key . "AAAAAAAAAAAAAAAAAAAAAA==") (cookie . ,cookie) ,@more))
(define own
  (string-append
   "dynamite="
   (cadr (string-split cookie "="))))
(say (map (lambda (headers) (status "/dynamite/socket?path=%2F" headers))
          (list (upgrade own)
                (upgrade own '(origin . "http://a.example"))
                (upgrade own '(origin . "http://b.example"))
                (upgrade (altered own))
                (upgrade ""))))
(say (status "/dynamite/socket?path=%2Fnone" (upgrade own)))
(say (map (lambda (name)
            (and (response-header (handler (make-request "GET" "/")) name) #t))
          '("content-security-policy" "x-frame-options" "set-cookie")))
(say (response-status (handler (make-request "POST" "/"))))

;; Limits: pages, and the length of what a browser says.
(say (guard (e ((condition? e) (condition-kind e)))
       (let loop ((left 10))
         (if (= left 0)
             'no-limit
             (call-with-page (string-append base "/")
                             (lambda (client) (loop (- left 1))))))))

;; The same over TLS.
(define-values (certificate-text key-text) (make-certificate "localhost"))
(define secured (tls-listen 0 certificate: certificate-text key: key-text))
(http-serve secured (dynamite-handler (list (cons "/text" text-of))))
(say (call-with-page
      (string-append "https://localhost:"
                     (number->string (listener-port secured)) "/text?x=hidden")
      (lambda (client) (client-text client "text"))
      trust: certificate-text))
