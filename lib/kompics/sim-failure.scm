;;; Searching seeds for a failure, making it smaller, and showing it.
;;;
;;; A check is a procedure that gets an outcome and returns #t, or what is
;;; wrong.

(define-record-type <failure>
  (%make-failure seed reason commands outcome)
  failure?
  (seed failure-seed)
  (reason failure-reason)
  (commands failure-commands)
  (outcome failure-outcome))

;;> (failure? object): whether it is what `find-failure` found.
;;> Example: (eval '(failure? #f) (environment '(scheme base) '(kompics sim))) => #f

;;> (failure-seed failure): the seed. Raises type.
;;> Example: (eval '(failure-seed (find-failure (at 1) (lambda (outcome) 'bad) 3 4)) (environment '(scheme base) '(kompics sim))) => 3

;;> (failure-reason failure): what the check said of the shortest run. Raises
;;> type.
;;> Example: (eval '(failure-reason (find-failure (at 1) (lambda (outcome) 'bad) 3 4)) (environment '(scheme base) '(kompics sim))) => bad

;;> (failure-commands failure): the commands that are needed for it, with their
;;> times. Raises type.
;;> Example: (eval '(failure-commands (find-failure (at 1 (kill-node 'a)) (lambda (outcome) 'bad) 3 4)) (environment '(scheme base) '(kompics sim))) => ()

;;> (failure-outcome failure): the outcome of the shortest run. Raises type.
;;> Example: (eval '(outcome? (failure-outcome (find-failure (at 1) (lambda (outcome) 'bad) 3 4))) (environment '(scheme base) '(kompics sim))) => #t

;; Runs that are made to find a shorter one.
(define %shrinking-max 400)

;;> (find-failure plan check from to [horizon [runs]]): runs the plan with the
;;> seeds from one up to another, until the check returns something else than #t
;;> or a root component is faulty. Then takes away commands, but those of
;;> `kept`, as long as it fails, in so many runs (400). The failure, or #f.
;;> Raises type, and what the check raises.
;;> Example: (eval '(find-failure (at 1) (lambda (outcome) #t) 1 5) (environment '(scheme base) '(kompics sim))) => #f
(define (find-failure plan check from to . options)
  (%require-plan plan 'find-failure)
  (%require-callback check 1 'find-failure)
  (if (not (and (exact-integer? from) (exact-integer? to)))
      (%type-error 'find-failure "integers as seeds" (list from to)))
  (let ((end (if (pair? options) (car options) %horizon))
        (runs (if (and (pair? options) (pair? (cdr options)))
                  (cadr options)
                  %shrinking-max)))
    (%in-own-process
     (lambda ()
       (let loop ((seed from))
         (if (> seed to)
             #f
             (let* ((commands (%commands plan seed))
                    (failure (%failure-of commands seed end check)))
               (if failure
                   (%shrunk failure end check runs)
                   (loop (+ seed 1))))))))))

(define (%failure-of commands seed horizon check)
  (let* ((outcome (%run-commands commands seed horizon))
         (reason (if (pair? (outcome-faults outcome))
                     (list 'fault (%shown-fault (car (outcome-faults outcome))))
                     (check outcome))))
    (if (eq? reason #t)
        #f
        (%make-failure seed reason commands outcome))))

(define (%shown-fault entry)
  (let* ((fault (caddr entry))
         (cause (if (fault? fault) (fault-cause fault) fault)))
    (append (list (cadr entry))
            (if (fault? fault) (fault-path fault) '())
            (if (condition? cause)
                (cons (error-object-message cause)
                      (error-object-irritants cause))
                (list cause)))))

;; Takes away commands, many at first, as long as it fails.
(define (%shrunk failure horizon check runs)
  (let ((left runs))
    (define (try commands)
      (if (= left 0)
          #f
          (begin
            (set! left (- left 1))
            (%failure-of commands (failure-seed failure) horizon check))))
    (let loop ((failure failure)
               (size (quotient (+ 1 (length (failure-commands failure))) 2)))
      (if (= size 0)
          failure
          (let slide ((start 0) (failure failure) (shorter? #f))
            (let ((commands (failure-commands failure)))
              (if (< start (length commands))
                  (let* ((fewer (%without commands start size))
                         (less (if (< (length fewer) (length commands))
                                   (try fewer)
                                   #f)))
                    (if less
                        (slide start less #t)
                        (slide (+ start size) failure shorter?)))
                  (loop failure
                        (if (and shorter? (= size 1))
                            1
                            (quotient size 2))))))))))

(define (%without commands start size)
  (let loop ((rest commands) (index 0))
    (cond ((null? rest) '())
          ((and (>= index start) (< index (+ start size))
                (not (eq? (cadar rest) 'kept)))
           (loop (cdr rest) (+ index 1)))
          (else (cons (car rest) (loop (cdr rest) (+ index 1)))))))

;;; Diagrams

(define (%names-in trace)
  (let loop ((rest trace) (names '()))
    (define (with names more)
      (cond ((null? more) names)
            ((member (car more) names) (with names (cdr more)))
            (else (with (append names (list (car more))) (cdr more)))))
    (if (null? rest)
        names
        (loop (cdr rest)
              (match (cdar rest)
                (('sent _ from to _) (with names (list from to)))
                (('start name) (with names (list name)))
                (_ names))))))

(define (%milliseconds time)
  (string-append
   (number->string (/ (round (* 10000 (inexact time))) 10)) " ms"))

(define (%padded text width)
  (let ((length (string-length text)))
    (if (< length width)
        (string-append text (make-string (- width length) #\space))
        text)))

(define (%lines texts)
  (let ((port (open-output-string)))
    (for-each (lambda (text) (write-string text port) (newline port)) texts)
    (get-output-string port)))

(define (%require-outcome object who)
  (if (not (outcome? object)) (%type-error who "an outcome" object)))

;; The end of a message, by its number.
(define (%fates trace)
  (let ((fates (make-hash-table)))
    (for-each (lambda (entry)
                (match (cdr entry)
                  (('came number . _)
                   (hash-table-set! fates number (car entry)))
                  (('lost number . _)
                   (hash-table-set! fates number 'lost))
                  (_ #f)))
              trace)
    fates))

;;> (sequence-diagram outcome): what happened, as text, a line for each message
;;> and each event of a node, in the order of time. Raises type.
;;> Example: (eval '(begin (define-component (A)) (sequence-diagram (run-scenario (at 5 (start-node 'a A)) 1))) (environment '(scheme base) '(kompics) '(kompics sim))) => "5000.0 ms     a starts\n"
(define (sequence-diagram outcome)
  (%require-outcome outcome 'sequence-diagram)
  (let* ((fates (%fates (outcome-trace outcome)))
         (what
          (lambda (entry)
            (match (cdr entry)
              (('sent number from to shown)
               (let ((fate (hash-table-ref/default fates number 'lost)))
                 (string-append
                  (%text from) (if (eq? fate 'lost) " --x " " --> ")
                  (%text to) "  " (%text shown)
                  (if (eq? fate 'lost)
                      "  lost"
                      (string-append "  at " (%milliseconds fate))))))
              (('start name) (string-append (%text name) " starts"))
              (('kill name) (string-append (%text name) " is killed"))
              (('fault name) (string-append (%text name) " is faulty"))
              (('network changes)
               (string-append "the network changes: " (%text changes)))
              (('observed name objects)
               (string-append (%text name) " observes " (%text objects)))
              (_ #f)))))
    (%lines
     (let loop ((rest (%merged outcome)))
       (if (null? rest)
           '()
           (let ((line (what (car rest))))
             (if line
                 (cons (string-append
                        (%padded (%milliseconds (caar rest)) 14) line)
                       (loop (cdr rest)))
                 (loop (cdr rest)))))))))

;; Trace and history, by time. What was observed comes before messages that are
;; sent at the same moment: programs observe a request before they send it.
(define (%merged outcome)
  (let loop ((trace (outcome-trace outcome))
             (history (outcome-history outcome)))
    (define (observed)
      (cons (list (caar history) 'observed (cadar history) (cddar history))
            (loop trace (cdr history))))
    (cond ((null? trace) (if (null? history) '() (observed)))
          ((or (null? history)
               (< (caar trace) (caar history))
               (and (= (caar trace) (caar history))
                    (not (eq? (cadar trace) 'sent))))
           (cons (car trace) (loop (cdr trace) history)))
          (else (observed)))))

;;> (mermaid-diagram outcome): the same as a sequence diagram for Mermaid.
;;> Raises type.
;;> Example: (eval '(begin (define-component (A)) (mermaid-diagram (run-scenario (at 5 (start-node 'a A)) 1))) (environment '(scheme base) '(kompics) '(kompics sim))) => "sequenceDiagram\n  participant n0 as a\n  Note over n0: starts\n"
(define (mermaid-diagram outcome)
  (%require-outcome outcome 'mermaid-diagram)
  (let* ((names (%names-in (outcome-trace outcome)))
         (alias (lambda (name)
                  (let loop ((rest names) (n 0))
                    (cond ((null? rest) "n0")
                          ((equal? (car rest) name)
                           (string-append "n" (number->string n)))
                          (else (loop (cdr rest) (+ n 1)))))))
         (note (lambda (name text)
                 (string-append "  Note over " (alias name) ": " text)))
         (fates (%fates (outcome-trace outcome)))
         (line
          (lambda (entry)
            (match (cdr entry)
              (('sent number from to shown)
               (where (eq? 'lost (hash-table-ref/default fates number 'lost)))
               (string-append "  " (alias from) "-x" (alias to) ": "
                              (%plain (%text shown))))
              (('came number from to shown)
               (string-append "  " (alias from) "->>" (alias to) ": "
                              (%plain (%text shown))))
              (('start name) (note name "starts"))
              (('kill name) (note name "is killed"))
              (('fault name) (note name "is faulty"))
              (('observed name objects) (note name (%plain (%text objects))))
              (_ #f)))))
    (%lines
     (append
      (list "sequenceDiagram")
      (map (lambda (name)
             (string-append "  participant " (alias name) " as " (%text name)))
           names)
      (let loop ((rest (%merged outcome)))
        (if (null? rest)
            '()
            (let ((line (line (car rest))))
              (if line
                  (cons line (loop (cdr rest)))
                  (loop (cdr rest))))))))))

;; Without what means something to Mermaid.
(define (%plain text)
  (string-map (lambda (c) (if (memv c '(#\; #\# #\: #\newline)) #\space c))
              text))

;;> (display-failure failure [port]): shows seed, reason, commands and what
;;> happened. Raises type.
;;> Example: (eval '(let ((port (open-output-string))) (display-failure (find-failure (at 1) (lambda (outcome) 'bad) 3 4) port) (get-output-string port)) (environment '(scheme base) '(kompics sim))) => "seed 3: bad\n"
(define (display-failure failure . port)
  (if (not (failure? failure))
      (%type-error 'display-failure "a failure" failure))
  (let ((port (if (pair? port) (car port) (current-output-port))))
    (write-string
     (string-append "seed " (number->string (failure-seed failure)) ": "
                    (%text (failure-reason failure)))
     port)
    (newline port)
    (for-each (lambda (command)
                (write-string
                 (string-append "  " (%padded (%milliseconds (car command)) 14)
                                (%text (%shown-command (cdr command))))
                 port)
                (newline port))
              (failure-commands failure))
    (write-string (sequence-diagram (failure-outcome failure)) port)
    (void)))

(define (%shown-command command)
  (match command
    (('start name definition arguments)
     (append (list 'start-node name (%definition-name definition))
             (map (lambda (argument)
                    (cond ((port-type? argument) (port-type-name argument))
                          ((procedure? argument) 'procedure)
                          (else argument)))
                  arguments)))
    (('tell name event) (list 'tell-node name (event->list event)))
    (('kill name) (list 'kill-node name))
    (('network . changes) (cons 'change-network changes))
    (('kept . command) (list 'kept (%shown-command command)))
    (_ command)))
