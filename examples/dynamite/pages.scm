;;; The pages of the example: a list of things to do, a room in which people
;;; talk, and a dialogue.

(define (frame title . content)
  `(main (nav (a (@ (href "/")) "Home") (a (@ (href "/todo")) "To do")
              (a (@ (href "/chat")) "Chat") (a (@ (href "/sum")) "Sum"))
         (h1 ,title)
         ,content))

(define (home page)
  (show page (frame "Dynamite"
                    `(p "Each of these pages is a process on the server."))))

;; The state is a list of tasks: number, text, and whether it is done.
(define (todo page)
  (define (change tasks number procedure)
    (map (lambda (task)
           (if (= number (car task)) (procedure task) task))
         tasks))
  (define (view tasks)
    (frame
     "To do"
     `(form (@ (data-reset #t)
               (on-submit
                ,(lambda (tasks event)
                   (let ((text (cdr (assq 'text (event-form event)))))
                     (if (string=? text "")
                         tasks
                         (cons (list (+ 1 (length tasks)) text #f) tasks))))))
            (input (@ (name "text") (placeholder "What is to be done?")
                      (autofocus #t)))
            (button "Add"))
     `(ul ,(map (lambda (task)
                  `(li (@ (key ,(car task))
                          (class ,(if (caddr task) "done" "")))
                       (label
                        (input (@ (type "checkbox") (checked ,(caddr task))
                                  (on-click
                                   ,(lambda (tasks event)
                                      (change tasks (car task)
                                              (lambda (task)
                                                (list (car task) (cadr task)
                                                      (not (caddr task)))))))))
                        ,(cadr task))
                       ,(note (car task))))
                tasks))
     `(p (@ (id "left")) ,(length (filter-not caddr tasks)) " left")))
  (run-page page '() view))

(define (filter-not test list)
  (cond ((null? list) '())
        ((test (car list)) (filter-not test (cdr list)))
        (else (cons (car list) (filter-not test (cdr list))))))

;; A component: whether its note is open, and what is in it, is its own state.
(define (note number)
  (component
   number '(#f . "")
   (lambda (state)
     (if (car state)
         `(input (@ (value ,(cdr state)) (autofocus #t)
                    (on-input ,(lambda (state event)
                                 (cons #t (event-value event))))
                    (on-change ,(lambda (state event) (cons #f (cdr state))))))
         `(button (@ (on-click ,(lambda (state event) (cons #t (cdr state)))))
                  ,(if (string=? "" (cdr state)) "note" (cdr state)))))))

;; What one says, all see.
(define room
  (spawn
   (lambda ()
     (let loop ((pages '()) (lines '()))
       (recv
         (('enter pid)
          (monitor pid)
          (! pid (list 'lines lines))
          (loop (cons pid pages) lines))
         (('down _ gone _ _)
          (loop (filter-not (lambda (pid) (equal? pid gone)) pages) lines))
         (('say text)
          (let ((lines (cons (cons (length lines) text)
                             (if (< 50 (length lines)) '() lines))))
            (for-each (lambda (pid) (! pid (list 'lines lines))) pages)
            (loop pages lines))))))
   name: 'room))

(define (chat page)
  (! room (list 'enter (self)))
  (run-page
   page '()
   (lambda (lines)
     (frame "Chat"
            `(form (@ (data-reset #t)
                      (on-submit
                       ,(lambda (lines event)
                          (! room
                             (list 'say (cdr (assq 'text (event-form event)))))
                          lines)))
                   (input (@ (name "text") (id "text") (autofocus #t)))
                   (button "Say"))
            `(ul (@ (id "lines"))
                 ,(map (lambda (line) `(li (@ (key ,(car line))) ,(cdr line)))
                       lines))))
   message: (lambda (lines message) (cadr message))))

;; Straight on, although the user is asked twice.
(define (sum page)
  (define (number text)
    (or (string->number
         (cdr (assq 'n (ask page
                            (frame "Sum"
                                   `(form (label (@ (id "label")) ,text)
                                          (input (@ (name "n") (autofocus #t)))
                                          (button "Next")))))))
        (number "a number, please")))
  (let* ((a (number "the first number")) (b (number "the second number")))
    (show page (frame "Sum" `(p (@ (id "label")) ,a " + " ,b " = " ,(+ a b))))))

(define style
  "body { font: 16px/1.5 sans-serif; margin: 0; color: #223; background: #f6f5f2; }
main { max-width: 36em; margin: 2em auto; padding: 1em 2em; background: #fff; border-radius: 8px; }
nav a { margin-right: 1em; color: #07c; }
input { font: inherit; padding: .3em .5em; border: 1px solid #bbc; border-radius: 4px; }
button { font: inherit; margin-left: .5em; padding: .3em .8em; border: 0; border-radius: 4px; background: #07c; color: #fff; }
li button { background: none; color: #889; font-size: .85em; }
ul { list-style: none; padding: 0; } li { padding: .3em 0; border-bottom: 1px solid #eee; }
.done label { text-decoration: line-through; color: #99a; }
.dynamite-offline main { opacity: .5; }")

(define routes
  (list (cons "/" home) (cons "/todo" todo) (cons "/chat" chat)
        (cons "/sum" sum)))
