;; The game in two browsers: keys, buttons, and what each sees of the other. The
;; argument is the other node; behind it may be a directory for pictures.
(import (scheme base) (scheme process-context) (scheme write) (mound match)
        (mound base) (mound http) (mound json) (mound tcp) (dynamite)
        (termite process) (chromium))
(include "../../examples/schack/world.scm")
(include "../../examples/schack/page.scm")

(define keeper (start-world rooms (list (current-node) (cadr (command-line)))))
(define listener (tcp-listen 0))
(http-serve listener
            (dynamite-handler (list (cons "/" (play keeper))) style: style))
(define url
  (string-append "http://127.0.0.1:" (number->string (listener-port listener))))

(define (join browser name)
  (let ((window (new-window browser url)))
    (click window "#join input")
    (type-text window name)
    (press-key window "Enter")
    (wait-until window "document.querySelector('svg .me')")
    window))
(define (wait-for-text window text)
  (wait-until window
              (string-append "document.querySelector('#dynamite').textContent"
                             ".includes(" (json->string text) ")")))
(define (my-place window)
  (window-eval window
               "document.querySelector('.me circle').getAttribute('cx')"))

(call-with-chromium
 (lambda (browser)
   (let* ((ada (join browser "Ada")) (bob (join browser "Bob")))
     (wait-for-text ada "Bob")
     (let ((place (my-place bob)))
       (window-eval bob "document.activeElement.blur()")
       (press-key bob "ArrowDown")
       (press-key bob "ArrowLeft")
       (wait-until bob
                   (string-append
                    "document.querySelector('.me circle').getAttribute('cx') !== '"
                    place "'")))
     (click bob "#talk input")
     (type-text bob "hello")
     (press-key bob "Enter")
     (wait-for-text ada ": hello")
     (click ada "#down")
     (if (pair? (cddr (command-line)))
         (screenshot ada (string-append (caddr (command-line)) "/schack.png")))
     (write 'played)
     (newline))))
