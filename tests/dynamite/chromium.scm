;;; Windows of one browser share cookies if they are of one context. Clicks and
;;; keys are those of the browser, not events that a script makes. Nothing here
;;; depends on how long something takes: what is to be seen is waited for.

(define-record-type browser
  (make-browser socket count)
  browser?
  (socket browser-socket)
  (count browser-count browser-count-set!))

(define-record-type window
  (make-window browser session context)
  window?
  (browser window-browser)
  (session window-session)
  (context window-context))

;; Host names lead nowhere, so nothing leaves the machine.
(define arguments
  '("--headless=new" "--no-sandbox" "--disable-gpu" "--no-first-run"
    "--disable-background-networking" "--disable-component-update"
    "--disable-sync" "--disable-dev-shm-usage" "--disable-extensions"
    "--mute-audio" "--hide-scrollbars" "--window-size=900,700"
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"
    "--remote-debugging-port=0" "about:blank"))

(define (call-with-chromium procedure)
  (call-with-temporary-directory
   (lambda (directory)
     (let ((program (start-program
                     "chromium"
                     (cons (string-append "--user-data-dir=" directory)
                           arguments)
                     output: 'none errors: 'none
                     environment: (list (cons "HOME" directory)))))
       (dynamic-wind
        (lambda () #f)
        (lambda ()
          (websocket-connect
           (address directory program)
           (lambda (socket)
             (let ((result (procedure (make-browser socket 0))))
               (tell (make-browser socket 1000000) #f "Browser.close" '())
               result))
           message-limit: 50000000 timeout: 120))
        (lambda ()
          (kill-program program)
          (wait-for-program program)
          (clear directory)))))))

;; The other processes of the browser end a moment later, and write until then.
(define (clear directory)
  (let ((cleared (guard (e ((file-error? e) #f))
                   (delete-tree directory)
                   #t)))
    (sleep 0.1)
    (if (and cleared (not (directory? directory)))
        (create-directory directory)
        (clear directory))))

;; The browser writes where it listens.
(define (address directory program)
  (let ((path (path-join directory "DevToolsActivePort")))
    (let loop ()
      (let ((lines (if (file-exists? path) (read-file-lines path) '())))
        (cond ((and (pair? lines) (pair? (cdr lines)))
               (string-append "ws://127.0.0.1:" (car lines) (cadr lines)))
              ((program-status program)
               (error "chromium does not start" (program-status program)))
              (else (sleep 0.02) (loop)))))))

;; The result of a command; other messages are of no interest.
(define (tell browser session method parameters)
  (let ((number (+ 1 (browser-count browser)))
        (socket (browser-socket browser)))
    (browser-count-set! browser number)
    (websocket-send
     socket
     (json->string `((id . ,number)
                     ,@(if session `((sessionId . ,session)) '())
                     (method . ,method)
                     (params . ,parameters))))
    (let loop ()
      (let ((text (websocket-receive socket)))
        (if (eof-object? text) (error "chromium has ended" method))
        (let* ((answer (string->json text)) (id (assq 'id answer)))
          (cond ((not (and id (= (cdr id) number))) (loop))
                ((assq 'error answer) => (lambda (e) (error method (cdr e))))
                (else (cdr (assq 'result answer)))))))))

(define (ref object name) (cdr (assq name object)))

;; A window that shows the url. Its cookies are its own, or those of another
;; window if that is given.
(define (new-window browser url . beside)
  (let* ((context (if (pair? beside)
                      (window-context (car beside))
                      (ref (tell browser #f "Target.createBrowserContext" '())
                           'browserContextId)))
         (target (ref (tell browser #f "Target.createTarget"
                            `((url . ,url) (browserContextId . ,context)))
                      'targetId))
         (session (ref (tell browser #f "Target.attachToTarget"
                             `((targetId . ,target) (flatten . #t)))
                       'sessionId)))
    (make-window browser session context)))

(define (tell-window window method parameters)
  (tell (window-browser window) (window-session window) method parameters))

;; The value of an expression in the window.
(define (window-eval window text)
  (let ((answer (tell-window window "Runtime.evaluate"
                             `((expression . ,text) (returnByValue . #t)
                               (awaitPromise . #t)))))
    (if (assq 'exceptionDetails answer)
        (error "a script failed" text (ref answer 'exceptionDetails)))
    (let ((value (assq 'value (ref answer 'result))))
      (and value (cdr value)))))

;; Until the expression is true. While a page is loaded there is nothing to ask.
(define (wait-until window text)
  (let loop ((left 3000))
    (cond ((eq? #t (guard (e ((error-object? e) #f))
                     (window-eval window (string-append "!!(" text ")"))))
           #t)
          ((= left 0)
           (error "this did not become true" text
                  (window-eval window "document.body.innerHTML")))
          (else (sleep 0.02) (loop (- left 1))))))

(define (quoted text) (json->string text))

;; Chooses files, a list of paths, in a field.
(define (choose-files window selector paths)
  (wait-until window (string-append "document.querySelector("
                                    (quoted selector) ")"))
  (let* ((root (ref (tell-window window "DOM.getDocument" '()) 'root))
         (field (tell-window window "DOM.querySelector"
                             `((nodeId . ,(ref root 'nodeId))
                               (selector . ,selector)))))
    (tell-window window "DOM.setFileInputFiles"
                 `((files . ,(list->vector paths))
                   (nodeId . ,(ref field 'nodeId))))))

;; In the middle of the element, when it is there.
(define (click window selector)
  (let ((element (string-append "document.querySelector(" (quoted selector)
                                ")")))
    (wait-until window element)
    (let ((place (window-eval
                  window
                  (string-append
                   "(() => { const e = " element "; "
                   "e.scrollIntoView({block: 'center'}); "
                   "const b = e.getBoundingClientRect(); "
                   "return [b.x + b.width / 2, b.y + b.height / 2]; })()"))))
      (for-each
       (lambda (type)
         (tell-window window "Input.dispatchMouseEvent"
                      `((type . ,type) (x . ,(vector-ref place 0))
                        (y . ,(vector-ref place 1)) (button . "left")
                        (clickCount . 1))))
       '("mousePressed" "mouseReleased")))))

;; Character by character, into what has the focus.
(define (type-text window text)
  (string-for-each
   (lambda (c)
     (tell-window window "Input.insertText" `((text . ,(string c)))))
   text))

(define (press-key window key)
  (for-each
   (lambda (type)
     (tell-window window "Input.dispatchKeyEvent"
                  `((type . ,type) (key . ,key) (code . ,key)
                    ,@(if (string=? key "Enter")
                          '((text . "\r") (windowsVirtualKeyCode . 13))
                          '()))))
   '("keyDown" "keyUp")))

(define (reload-window window)
  (tell-window window "Page.reload" '()))

(define (screenshot window path)
  (write-file
   path
   (base64->bytevector
    (ref (tell-window window "Page.captureScreenshot" '((format . "png")))
         'data))))
