;; Pages in a real browser: clicks, typing, two browsers that see each other, a
;; lost connection, Back, a second window, and a page that moves to another node
;; while a form is filled in. The argument is the other node; behind it may be a
;; directory for pictures.
(import (scheme base) (scheme file) (scheme write) (scheme process-context)
        (scheme sort) (mound base) (mound directory) (mound path) (mound http)
        (mound json) (mound tcp) (dynamite)
        (dynamite client) (termite process) (chromium))
(include "trees.scm")
(include "../../examples/dynamite/pages.scm")

(define there (cadr (command-line)))
(define pictures (and (pair? (cddr (command-line))) (caddr (command-line))))
(define (picture window name)
  (if pictures
      (screenshot window (string-append pictures "/" name ".png"))))
(define (say object) (write object) (newline))

;; The state: what is in the field, and what was sent.
(define (form page)
  (run-page page (cons "" #f)
            (lambda (state)
              `(div (button (@ (id "move")
                               (on-click ,(lambda (state event)
                                            (migrate-task there)
                                            state)))
                            "Move")
                    (form (@ (on-submit
                              ,(lambda (state event)
                                 (cons (car state) (event-form event)))))
                          (input (@ (id "upper") (name "upper")
                                    (value ,(car state))
                                    (on-input
                                     ,(lambda (state event)
                                        (cons (string-upcase
                                               (event-value event))
                                              (cdr state))))))
                          (input (@ (id "plain") (name "plain")))
                          (button (@ (id "send")) "Send"))
                    (p (@ (id "node")) ,(current-node))
                    (p (@ (id "sent"))
                       ,(and (cdr state) (map cdr (cdr state))))))))

(define (items page)
  (run-page page '(1 2 3)
            (lambda (items)
              `(div (button (@ (id "turn")
                               (on-mousedown
                                ,(lambda (items event) (reverse items))))
                            "Turn")
                    ,(map (lambda (item)
                            `(p (@ (key ,item))
                                (input (@ (id ,(string-append
                                                "item"
                                                (number->string item)))))))
                          items)))))

;; Shows of each file what it is called, its length, and the sum of some of its
;; bytes.
(define (files page)
  (define (about upload)
    (let* ((bytes (upload-bytes upload))
           (size (and bytes (bytevector-length bytes))))
      (list (upload-field upload) (upload-name upload) (upload-type upload) size
            (let loop ((index 0) (sum 0))
              (if (<= (or size 0) index)
                  sum
                  (loop (+ index 997)
                        (+ sum (bytevector-u8-ref bytes index))))))))
  (define (text object)
    (let ((port (open-output-string)))
      (write object port)
      (get-output-string port)))
  (define (taken state event)
    (text (list (map car (event-form event))
                (map about (event-uploads event)))))
  (run-page page "nothing"
            (lambda (shown)
              `(div (input (@ (id "alone") (type "file") (name "alone")
                              (on-change ,taken)))
                    (form (@ (id "form") (on-submit ,taken) (data-reset #t))
                          (input (@ (name "title") (value "T")))
                          (input (@ (id "files") (type "file") (name "files")
                                    (multiple #t)))
                          (input (@ (type "file") (name "none")))
                          (button (@ (id "send")) "Send"))
                    (p (@ (id "shown")) ,shown)))))

(define listener (tcp-listen 0))
(http-serve listener
            (dynamite-handler
             (append routes
                     (list (cons "/form" form) (cons "/items" items)
                           (cons "/files" files)
                           (cons "/still" (lambda (page) (show page "still")))))
             style: style upload-limit: 4000000))
(define base
  (string-append "http://127.0.0.1:" (number->string (listener-port listener))))

(define (text-is window selector text)
  (wait-until window
              (string-append "document.querySelector('" selector
                             "').textContent === " (json->string text))))
(define (ready window)
  (wait-until window
              "window.dynamite && dynamite.ready && dynamite.pending === 0")
  window)
(define (open browser path . beside)
  (ready (apply new-window browser (string-append base path) beside)))

(define (check-chat browser)
  (let ((ada (open browser "/chat")) (bob (open browser "/chat")))
    (click ada "#text")
    (type-text ada "hello <b>")
    (press-key ada "Enter")
    (text-is bob "#lines" "hello <b>")
    (click bob "#text")
    (type-text bob "half a line")
    ;; The connection of one is lost while the other one speaks.
    (window-eval bob "dynamite.cut()")
    (type-text ada "again")
    (press-key ada "Enter")
    (text-is bob "#lines li" "again")
    (ready bob)
    (press-key bob "Enter")
    (text-is ada "#lines li" "half a line")
    (picture ada "chat")
    (say (window-eval ada "document.querySelector('#lines').innerText"))))

(define (check-todo browser)
  (let ((window (open browser "/todo")))
    (define (add text)
      (click window "form input")
      (type-text window text)
      (press-key window "Enter")
      (text-is window "li label" text))
    (for-each add '("write a book" "plant a tree" "build a house"))
    (click window "li:nth-child(2) input")
    (text-is window "#left" "2 left")
    ;; A component in an element that stays.
    (click window "li:nth-child(3) button")
    (wait-until window "document.activeElement.matches('li input:not([type])')")
    (type-text window "on Mound")
    (press-key window "Enter")
    (add "sleep")
    (text-is window "li:nth-child(4) button" "on Mound")
    (picture window "todo")
    ;; The page waits while the user is on another one.
    (click window "nav a:nth-child(3)")
    (text-is window "h1" "Chat")
    (window-eval window "history.back()")
    (text-is window "#left" "3 left")
    (say (window-eval window
                      "[...document.querySelectorAll('li')].map((e) => e.className + e.innerText)"))))

(define (check-questions browser)
  (let* ((one (open browser "/sum")) (two (open browser "/sum" one)))
    (define (answer window text)
      (click window "input")
      (type-text window text)
      (press-key window "Enter"))
    (answer one "20")
    (text-is one "#label" "the second number")
    ;; The second window is at its first question.
    (text-is two "#label" "the first number")
    (answer two "1")
    (text-is two "#label" "the second number")
    (answer one "22")
    (text-is one "#label" "20 + 22 = 42")
    (window-eval one "history.back()")
    (text-is one "#label" "the second number")
    (answer one "30")
    (text-is one "#label" "20 + 30 = 50")
    (window-eval one "history.go(-2)")
    (text-is one "#label" "the first number")
    (window-eval one "history.forward()")
    (text-is one "#label" "the second number")
    ;; Loaded again, it is where it was.
    (ready one)
    (window-eval one "window.before = true")
    (reload-window one)
    (wait-until one "window.before === undefined && window.dynamite")
    (ready one)
    (text-is one "#label" "the second number")
    (answer one "2")
    (text-is one "#label" "20 + 2 = 22")
    (answer two "2")
    (text-is two "#label" "1 + 2 = 3")
    (say 'questions)))

(define (check-move browser)
  (let ((window (open browser "/form")))
    (click window "#upper")
    (type-text window "mound")
    (wait-until window "document.querySelector('#upper').value === 'MOUND'")
    (click window "#plain")
    (type-text window "half ")
    (window-eval window "document.querySelector('#move').click()")
    ;; Nobody waits for the move.
    (type-text window "and half")
    (click window "#upper")
    (press-key window "End")
    (type-text window "!?")
    (text-is window "#node" there)
    (wait-until window "document.querySelector('#upper').value === 'MOUND!?'")
    ;; Its connection is lost after it has moved.
    (window-eval window "dynamite.cut()")
    (ready window)
    (click window "#send")
    (text-is window "#sent" "MOUND!?half and half")
    (text-is window "#node" there)
    (say 'moved)))

(define (check-items browser)
  (let ((window (open browser "/items")))
    (click window "#item1")
    (type-text window "one")
    (click window "#item3")
    (type-text window "th")
    ;; By a script, since a real click takes the focus.
    (window-eval window
                 "document.querySelector('#turn').dispatchEvent(new MouseEvent('mousedown', {bubbles: true}))")
    (wait-until window "document.querySelector('input').id === 'item3'")
    (type-text window "ree")
    (say (window-eval
          window
          "[...document.querySelectorAll('input')].map((i) => i.value)"))))

;; Files that are chosen alone and in a form.
(define (check-files browser)
  (call-with-temporary-directory
   (lambda (directory)
     (define (file name size)
       (let ((path (path-join directory name)) (bytes (make-bytevector size 7)))
         (call-with-port (open-binary-output-file path)
           (lambda (port) (write-bytevector bytes port)))
         path))
     (define (shown window)
       (window-eval window "document.querySelector('#shown').textContent"))
     (let ((window (open browser "/files"))
           (small (file "small.txt" 1994))
           (large (file "large.png" 3000000))
           (larger (file "larger.bin" 4000001)))
       (choose-files window "#alone" (list small))
       (wait-until window
                   "document.querySelector('#shown').textContent != 'nothing'")
       (say (shown window))
       ;; The connection is lost twice while files are on their way.
       (choose-files window "#files" (list small large larger))
       (window-eval window
                    "window.cuts = 2; new MutationObserver(() => {
                       const done = document.querySelector('#form').dataset.progress;
                       if (window.cuts > 0 && done > 10 * (3 - window.cuts)) {
                         window.cuts--; dynamite.cut();
                       }
                     }).observe(document.querySelector('#form'),
                                {attributes: true})")
       (click window "#send")
       (wait-until
        window
        "document.querySelector('#shown').textContent.includes('larger')")
       (say (shown window))
       (say (window-eval window "window.cuts"))
       (say (window-eval
             window
             "document.querySelector('#form').dataset.progress === undefined"))))))

;; The script makes of trees what (dynamite client) does.
(define (check-law browser)
  (let ((window (open browser "/still"))
        (cases (list->vector (random-list-of 300 random-case))))
    (say (window-eval
          window
          (string-append
           "(" (json->string cases depth: 1000)
           ").filter(([before, after, changes]) => {"
           "dynamite.show(after); const expected = dynamite.root.cloneNode(true);"
           "dynamite.show(before); dynamite.apply(changes);"
           "return !dynamite.root.isEqualNode(expected); }).length")))
    ;; Nothing of it ran as a script, and nothing else can.
    (say (window-eval window
                      "(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.appendChild(s); return window.ran === undefined; })()"))))

(define (random-list-of count make)
  (if (= count 0) '() (cons (make) (random-list-of (- count 1) make))))

(call-with-chromium
 (lambda (browser)
   (check-chat browser)
   (check-todo browser)
   (check-questions browser)
   (check-move browser)
   (check-items browser)
   (check-files browser)
   (check-law browser)))
