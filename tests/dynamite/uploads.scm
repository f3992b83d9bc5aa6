;; Files that come with events: their pieces, limits, what is made up, and room
;; that is free again when a connection is lost.
(import (scheme base) (scheme read) (scheme write) (mound http) (mound json)
        (mound tcp)
        (mound websocket) (dynamite) (dynamite client) (termite process))

(define (say object) (write object) (newline))

;; The page shows of each file what it was told, and the sum of its bytes.
(define (about upload)
  (list (upload-field upload) (upload-name upload) (upload-type upload)
        (let ((bytes (upload-bytes upload)))
          (and bytes
               (let loop ((index 0) (sum 0))
                 (if (= index (bytevector-length bytes))
                     (list index sum)
                     (loop (+ index 1)
                           (+ sum (bytevector-u8-ref bytes index)))))))))

(define (text-of object)
  (let ((port (open-output-string)))
    (write object port)
    (get-output-string port)))

(define (files page)
  (run-page page "nothing"
            (lambda (shown)
              `(form (@ (id "form")
                        (on-submit
                         ,(lambda (shown event)
                            (text-of (list (event-form event)
                                           (map about
                                                (event-uploads event)))))))
                     (p (@ (id "shown")) ,shown)
                     (input (@ (id "file") (type "file")
                               (on-change
                                ,(lambda (shown event)
                                   (text-of
                                    (map about (event-uploads event)))))))))))

(define limit 200000)
(define listener (tcp-listen 0))
(http-serve listener (dynamite-handler (list (cons "/" files))
                                       upload-limit: limit))
(define base
  (string-append "http://127.0.0.1:" (number->string (listener-port listener))))

(define (shown-next client)
  (client-wait client (lambda (tree) (client-text client "shown"))))

(define (file name size unit)
  (list "files" name "text/plain" (make-bytevector size unit)))

(call-with-page
 (string-append base "/")
 (lambda (client)
   ;; More than one piece, a file without bytes, and a name with directories.
   (client-say client "form" "submit" '((form (name . "Ada")))
               (list (file "a" 150000 1) (file "../b/c" 0 0)
                     (file "C:\\d" 3 7)))
   (say (shown-next client))
   (client-say client "file" "change" '() (list (file "e" 5 2)))
   (say (shown-next client))
   ;; One that is too large, beside one that is not.
   (client-say client "file" "change" '()
               (list (file "large" (+ limit 1) 1) (file "small" 1 1)))
   (say (shown-next client))
   ;; What a browser makes up is no file.
   (client-say client "file" "change"
               '((uploads . #("x" ("f" "n" "t" "bytes")))))
   (say (shown-next client))))

;; More files than may be on the way: all are named, and the last have no bytes.
(call-with-page
 (string-append base "/")
 (lambda (client)
   (client-say client "file" "change" '()
               (let loop ((left 102))
                 (if (= left 0)
                     '()
                     (cons (file (number->string left) 1 1)
                           (loop (- left 1))))))
   (let* ((shown (read (open-input-string (shown-next client))))
          (last (list-tail shown 99)))
     (say (list (length shown) last)))))

;; Messages of a browser that does something else.
(define (talk texts)
  (call-with-page
   (string-append base "/")
   (lambda (client)
     (websocket-connect
      (string-append "ws" (substring base 4 (string-length base))
                     "/dynamite/socket?path=%2F")
      (lambda (socket)
        (define (answer)
          (let ((told (string->json (websocket-receive socket) depth: 100)))
            (if (assq 'upload told) told (answer))))
        (websocket-send socket "{\"page\":null,\"instance\":\"i\"}")
        (map (lambda (message)
               (websocket-send socket (if (string? message)
                                          message
                                          (apply bytevector message)))
               (answer))
             texts))
      headers: (list (cons 'cookie (client-session client)))))))

(for-each say
          (talk '("{\"upload\":1,\"size\":4}"
                  (0 0 0 1 65 66)
                  ;; Begun again.
                  "{\"upload\":1,\"size\":3}"
                  ;; More than was said, and then it is not known.
                  (0 0 0 1 65 66 67 68)
                  (0 0 0 1 65)
                  (0 0)
                  "{\"upload\":2,\"size\":-1}"
                  "{\"upload\":2,\"size\":\"x\"}"
                  "{\"upload\":2,\"size\":200001}"
                  "{\"upload\":2,\"size\":200000}"
                  ;; No room beside the other one.
                  "{\"upload\":3,\"size\":1}")))

;; Twenty times, each connection is lost with all that it may keep.
(say (let loop ((left 20) (took 0))
       (if (= left 0)
           took
           (let ((answer (car (talk '("{\"upload\":1,\"size\":200000}")))))
             (loop (- left 1) (+ took (if (assq 'took answer) 1 0)))))))

;; Sixteen at a time; the next one is to ask later.
(define (hold count)
  (if (= count 0)
      (say (car (talk '("{\"upload\":1,\"size\":1}"))))
      (call-with-page
       (string-append base "/")
       (lambda (client)
         (websocket-connect
          (string-append "ws" (substring base 4 (string-length base))
                         "/dynamite/socket?path=%2F")
          (lambda (socket)
            (websocket-send socket "{\"page\":null,\"instance\":\"i\"}")
            (websocket-send socket "{\"upload\":1,\"size\":200000}")
            (let wait ()
              (if (not (assq 'upload
                             (string->json (websocket-receive socket)
                                           depth: 100)))
                  (wait)))
            (hold (- count 1)))
          headers: (list (cons 'cookie (client-session client))))))))
(hold 16)
