;;; Who attaches starts a session on the node, a process that stays as long as
;;; it does. The session has an evaluator, a process that reads and evaluates
;;; forms one after another and writes to the console of who attached.
;;;
;;;   who attached --(evaluate tag text)--> session --> evaluator
;;;                <--(tag value text), (tag error text), (tag done)--'
;;;                --interrupt--> session: ends the evaluator
;;;
;;; A form that runs cannot be stopped from inside of its process. So before
;;; each text the evaluator makes a spare, a process with the same top-level
;;; variables that waits; if the evaluator is ended, the spare takes its place,
;;; with the definitions from before the text. Messages that the evaluator had
;;; are lost.

;;; Who may start no processes there cannot have a session. If the node has a
;;; process that serves observers, it answers what only looks.

;; Of who attached: the node; the pid of the session and its monitor, or #f and
;; the service that answers observers.
(define-record-type attachment
  (%make-attachment node session watch)
  %attachment?
  (node %attached-node)
  (session %attached-session)
  (watch %attached-watch))

(define %attachment #f)

;;> (attach node): begins a session on the node, of which this process has one
;;> at most. If this machine may start no processes there, but serve-observers
;;> was called there, the session is read-only, and a line on the error stream
;;> says so. Raises as remote-spawn does.
;;> Example: (eval '(procedure? attach) (environment '(scheme base) '(mound attach))) => #t
(define (attach node)
  (guard (problem ((and (condition? problem)
                        (eq? (condition-kind problem) 'refused)
                        (%observer-of node))
                   => (lambda (observer)
                        (set! %attachment (%make-attachment node #f observer))
                        (%show 'error
                               (string-append (%message-of problem)
                                              "\n" %what-is-allowed)))))
    (%begin-session node)))

(define (%begin-session node)
  (let* ((me (self))
         (output (current-output-port))
         (errors (current-error-port))
         (session (remote-spawn node
                                (lambda () (%serve-session me output errors))
                                name: 'attached)))
    (set! %attachment (%make-attachment node session (monitor session)))
    (void)))

;; The service for observers, if it answers.
(define (%observer-of node)
  (let ((service (remote-service 'observed node)))
    (guard (problem ((condition? problem) #f))
      (and (eq? (!? service 'greet 15 #f) 'observed) service))))

(define %what-is-allowed
  "this session is read-only: ,processes and ,process NUMBER can be asked")

(define (%message-of condition)
  (call-with-output-string
   (lambda (port) (display-condition condition port))))

(define (%read-only? attachment) (not (%attached-session attachment)))

(define (%blank? text)
  (let loop ((rest (string->list text)))
    (or (null? rest)
        (and (char-whitespace? (car rest)) (loop (cdr rest))))))

(define (%require-attachment who)
  (or %attachment
      (%error-of-kind 'error who "this process is not attached to a node")))

;;> (attach-evaluate text): evaluates the forms of the text on the node that
;;> this process is attached to, and writes their values and reports of errors
;;> here as they come. Ends the program with status 1 if the node is lost.
;;> Raises type; error if the process is not attached.
;;> Example: (eval '(procedure? attach-evaluate) (environment '(scheme base) '(mound attach))) => #t
(define (attach-evaluate text)
  (let ((to (%require-attachment 'attach-evaluate)) (tag (make-tag)))
    (if (not (string? text)) (%type-error 'attach-evaluate "a string" text))
    (if (%read-only? to)
        (if (not (%blank? text))
            (%show 'error (string-append "error: " %what-is-allowed)))
        (begin
          (! (%attached-session to) (list 'evaluate tag text))
          (%show-answers to tag)))))

;; Shows what comes until all is done. Answers to what was interrupted before
;; have another tag, and are dropped.
(define (%show-answers to tag)
  (let ((watch (%attached-watch to)))
    (recv
      ((,tag 'done) (void))
      ((,tag kind text)
       (%show kind text)
       (%show-answers to tag))
      (('down ,watch _ reason _) (%lost to reason)))))

(define (%show kind text)
  (let ((port (if (eq? kind 'value)
                  (current-output-port)
                  (current-error-port))))
    (write-string text port)
    (newline port)
    (flush-output-port port)))

(define (%lost to reason)
  (write-string
   (string-append "error: the session on " (%attached-node to)
                  (if (eq? reason 'node-down)
                      " was lost with the node"
                      " has ended")
                  "\n")
   (current-error-port))
  (exit 1))

;;> (attach-interrupt): ends what runs on the node for this process, and returns
;;> when that is done; definitions of the text that was interrupted are lost.
;;> Ends the program with status 1 if the node is lost. Raises error if the
;;> process is not attached.
;;> Example: (eval '(procedure? attach-interrupt) (environment '(scheme base) '(mound attach))) => #t
(define (attach-interrupt)
  (let* ((to (%require-attachment 'attach-interrupt))
         (watch (%attached-watch to))
         (tag (make-tag)))
    (if (not (%read-only? to))
        (begin
          (! (%attached-session to) (list 'interrupt tag))
          (recv
            ((,tag 'interrupted) (void))
            (('down ,watch _ reason _) (%lost to reason)))))))

;;> (attach-processes): prints a table of the processes of the node that this
;;> process is attached to. Raises as `on` does.
;;> Example: (eval '(procedure? attach-processes) (environment '(scheme base) '(mound attach))) => #t
(define (attach-processes)
  (let ((to (%require-attachment 'attach-processes)))
    (write-string
     (if (%read-only? to)
         (!? (%attached-watch to) 'processes 15)
         (on (%attached-node to) %processes-text)))))

;;> (attach-process number): prints what is known of a process of the node that
;;> this process is attached to, as print-process does. Raises as `on` does.
;;> Example: (eval '(procedure? attach-process) (environment '(scheme base) '(mound attach))) => #t
(define (attach-process number)
  (let ((to (%require-attachment 'attach-process)))
    (write-string
     (if (%read-only? to)
         (%answer-of (!? (%attached-watch to) (list 'process number) 15))
         (on (%attached-node to) (lambda () (%process-text number)))))))

;; The text of an answer, or the condition that it brings is raised.
(define (%answer-of answer)
  (if (condition? answer) (raise answer) answer))

;;; On the node.

(define (%processes-text)
  (let ((sample (node-sample))) (top-text sample sample 1000 'memory)))

(define (%process-text number)
  (call-with-output-string
   (lambda (port)
     (parameterize ((current-output-port port)) (print-process number)))))

;;> (serve-observers): starts a process by which others can look at this node
;;> who may start nothing here, and returns its pid: `mound attach` of a machine
;;> with the roles observe and message shows them the processes. It is the
;;> service `observed`.
;;> Example: (eval '(let ((p (serve-observers))) (eq? p (resolve-service 'observed))) (environment '(scheme base) '(termite process) '(mound attach))) => #t
(define (serve-observers)
  (let ((observed (spawn %serve-observers name: 'observed)))
    (publish-service 'observed observed '(observe))
    observed))

(define (%serve-observers)
  (recv
    ((from tag 'greet) (! from (list tag 'observed)))
    ((from tag 'processes) (! from (list tag (%processes-text))))
    ((from tag ('process number))
     (! from
        (list tag
              (guard (problem ((condition? problem) problem))
                (%process-text number)))))
    (_ (void)))
  (%serve-observers))

;; The session: hands texts to the evaluator, and ends with who attached.
;; `spare` is the pid of what is to take its place, or #f; `tag` that of the
;; text which is evaluated, or #f.
(define (%serve-session who output errors)
  (define watch (monitor who))
  (define (begin-with evaluator)
    (loop evaluator (monitor evaluator) #f #f))
  (define (begin-again spare)
    (begin-with (or spare (%new-evaluator who output errors))))
  (define (loop evaluator its-watch spare tag)
    (recv
      (('evaluate next text)
       (! evaluator (list 'evaluate next text (self)))
       (loop evaluator its-watch spare next))
      (('spare ,evaluator pid)
       (if spare (terminate! spare))
       (loop evaluator its-watch pid tag))
      (('spare _ pid)
       (terminate! pid)
       (loop evaluator its-watch spare tag))
      (('interrupt answer)
       (demonitor its-watch)
       (terminate! evaluator)
       (! who (list answer 'interrupted))
       (begin-again spare))
      (('down ,its-watch _ _ _)
       (if tag
           (begin
             (! who (list tag 'error
                          "error: the process that evaluated this has ended"))
             (! who (list tag 'done))))
       (begin-again spare))
      (('down ,watch _ _ _)
       (terminate! evaluator)
       (if spare (terminate! spare)))))
  (begin-again #f))

(define (%new-evaluator who output errors)
  (spawn (lambda () (%evaluate-texts who output errors)) name: 'evaluator))

(define (%evaluate-texts who output errors)
  (recv
    (('evaluate tag text session)
     (! session
        (list 'spare (self)
              (spawn (lambda () (%evaluate-texts who output errors))
                     name: 'evaluator)))
     ;; Not by parameterize: processes that the text spawns write there too.
     (current-output-port (%lent-console output))
     (current-error-port (%lent-console errors))
     (%evaluate-text who tag (open-input-string text))
     (flush-output-port output)
     (flush-output-port errors)
     (! who (list tag 'done))))
  (%evaluate-texts who output errors))

;; Up to the first form that cannot be read.
(define (%evaluate-text who tag port)
  (let ((datum (%traced-outcome (lambda () (read port)))))
    (cond ((eq? (car datum) 'raised)
           (! who (list tag 'error (%report datum))))
          ((not (eof-object? (cadr datum)))
           (let ((outcome
                  (%traced-outcome
                   (lambda () (%shown (eval (cadr datum)
                                            (interaction-environment)))))))
             (cond ((eq? (car outcome) 'raised)
                    (! who (list tag 'error (%report outcome))))
                   ((cadr outcome)
                    (! who (list tag 'value (cadr outcome))))))
           (%evaluate-text who tag port)))))

;; Characters of a value that are shown.
(define %shown-most 8000)

;; The text of a value, or #f if it is unspecified.
(define (%shown value)
  (if (eq? value (void))
      #f
      (let ((text (call-with-output-string (lambda (port) (write value port)))))
        (if (> (string-length text) %shown-most)
            (string-append (substring text 0 %shown-most) " ...")
            text))))

;; What was raised, and where.
(define (%report outcome)
  (let* ((object (cadr outcome))
         (trace (if (condition? object)
                    (condition-trace object)
                    (car (cddr outcome)))))
    (call-with-output-string
     (lambda (port)
       (write-string "error: " port)
       (if (condition? object)
           (display-condition object port)
           (begin
             (write-string "uncaught object: " port)
             (write object port)))
       (if trace
           (let ((lines (open-input-string trace)))
             (let loop ()
               (let ((line (read-line lines)))
                 (if (not (eof-object? line))
                     (begin
                       (write-string "\n  in " port)
                       (write-string line port)
                       (loop)))))))))))
