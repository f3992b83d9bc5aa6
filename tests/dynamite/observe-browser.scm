;; `mound observe` in a browser: a process of another node in detail, with its
;; stack, and its messages as they come. The arguments are the other node, and a
;; directory for a picture if that is wanted.
(import (scheme base) (scheme process-context) (scheme write) (mound json)
        (mound observe) (termite process) (chromium))

(define there (cadr (command-line)))
(define (say object) (write object) (newline))

;; A shop that is asked every now and then.
(define shop
  (on there
      (lambda ()
        (define (serve stock)
          (recv
            ((from tag 'buy what)
             (! from (list tag 'sold what))
             (serve (- stock 1)))))
        (define (waiting-for-customers) (+ 0 (serve 1000)))
        (define shop (spawn (lambda () (list (waiting-for-customers)))
                            name: 'shop))
        (define (buy things)
          (let ((tag (make-tag)))
            (! shop (list (self) tag 'buy (car things)))
            (recv ((,tag 'sold what)
                   (? 0.2 'next)
                   (buy (append (cdr things) (list what)))))))
        (spawn (lambda () (buy '(bread milk tea))) name: 'customer)
        shop)))

(call-with-chromium
 (lambda (browser)
   (let ((window (new-window browser (observe there))))
     (click window "#filter")
     (type-text window "shop")
     (wait-until window "document.querySelectorAll('#rows tr').length === 1")
     (click window "#row-0")
     (wait-until window "document.querySelector('#stack')")
     ;; Where it waits, and who called that.
     (wait-until window
                 "/serve[^]*waiting-for-customers/.test(document.querySelector('#stack').textContent)")
     (say (window-eval window "document.querySelector('#trace').className"))
     (click window "#trace")
     ;; What it got and what it sent, on the line of the customer.
     (wait-until window
                 "document.querySelectorAll('#sequence .received').length > 2")
     (wait-until window
                 "document.querySelectorAll('#sequence .sent').length > 2")
     (say (window-eval window
                       "[...document.querySelectorAll('#sequence text')].some((t) => /sold (bread|milk|tea)/.test(t.textContent) && t.getBBox().width > 0)"))
     (say (window-eval window
                       "[...document.querySelectorAll('#sequence .sent')].every((l) => +l.getAttribute('x1') < +l.getAttribute('x2'))"))
     (click window "#show-libraries")
     (wait-until window "document.querySelector('#libraries')")
     ;; A library that is not part of Mound came with the procedures.
     (say (window-eval window
                       "document.querySelector('#libraries').textContent.includes('chromium')"))
     ;; Memory over time: a point for each sample.
     (wait-until window
                 "document.querySelector('#history-memory polyline').getAttribute('points').split(' ').length > 2")
     (click window "#show-libraries")
     (wait-until window "!document.querySelector('#libraries')")
     (if (pair? (cddr (command-line)))
         (begin
           (window-eval window
                        "document.querySelector('#detail').scrollIntoView()")
           (screenshot window
                       (string-append (list-ref (command-line) 2)
                                      "/observe.png"))))
     ;; Read-only: nothing can be ended here.
     (say (window-eval window "document.querySelector('#end')"))
     (click window "#trace")
     (wait-until window "!document.querySelector('#sequence')")
     (click window "#close")
     (wait-until window "!document.querySelector('#detail')")
     (say (on there (lambda () (process-name shop)))))))
