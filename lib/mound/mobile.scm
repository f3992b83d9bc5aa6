;;; A report tells what a message with a procedure would consist of, and what
;;; the procedure would not find on the other node. Nothing is sent, and this
;;; node need not listen.
;;;
;;; Sizes are bytes as they are on the way. That of a variable is how long it
;;; would be alone; what two variables share travels once. Libraries of Mound
;;; are not told of, since each node has them.

;;> (mobile-report-bytes report): the size of the message, or #f if it cannot
;;> be sent. Code is not counted: it travels once, if the other node lacks it.
;;> Example: (eval '(exact-integer? (mobile-report-bytes (mobile-report (lambda (x) x)))) (environment '(scheme base) '(mound mobile))) => #t

;;> (mobile-report-code report): the programs and libraries whose code the
;;> other node has to have, a list of (kind name version hash bytes). The
;;> kind is program or library, the name that of the file or library, the
;;> version a string, or #f if it has none; the hash names the code.
;;> Example: (eval '(caar (mobile-report-code (mobile-report (lambda (x) x)))) (environment '(scheme base) '(mound mobile))) => program

;;> (mobile-report-captured report): the variables that the procedure has
;;> captured, a list of (name bytes assigned?); bytes are #f if the value
;;> cannot be sent. Of one that is assigned somewhere a copy travels. Those
;;> of a continuation have no names and are not listed.
;;> Example: (eval '(mobile-report-captured (mobile-report (let ((words (list "a" "b"))) (lambda () words)))) (environment '(scheme base) '(mound mobile))) => ((words 9 #f))

;;> (mobile-report-travelling report): the top-level variables of the program
;;> that go along, a list of (name bytes): those that its code names, and
;;> that nothing assigns.
;;> Example: (eval '(mobile-report-travelling (mobile-report (lambda (x) x))) (environment '(scheme base) '(mound mobile))) => ()

;;> (mobile-report-staying report): the variables that its code names and
;;> that do not go along, a list of (name library why). The library is #f
;;> for a variable of the program. Why is assigned: something assigns it, so
;;> it is state of this node; library: each node has a variable of its own;
;;> unsendable or private: its value cannot be sent; unbound: it has none.
;;> Example: (eval '(mobile-report-staying (mobile-report (lambda (x) x))) (environment '(scheme base) '(mound mobile))) => ()

;;> (mobile-report-blockers report): why the procedure cannot be sent, a list
;;> of (names why): the captured variables that lead there, each in the
;;> procedure before it, and a string. Empty if it can be sent.
;;> Example: (eval '(mobile-report-blockers (mobile-report (lambda (x) x))) (environment '(scheme base) '(mound mobile))) => ()

;;> (mobile-report? object): whether it is a report, which mobile-report
;;> returns.
;;> Example: (eval '(mobile-report? (mobile-report (lambda (x) x))) (environment '(scheme base) '(mound mobile))) => #t
(define-record-type <mobile-report>
  (%make-mobile-report bytes code captured travelling staying blockers)
  mobile-report?
  (bytes mobile-report-bytes)
  (code mobile-report-code)
  (captured mobile-report-captured)
  (travelling mobile-report-travelling)
  (staying mobile-report-staying)
  (blockers mobile-report-blockers))

;;> (mobile-report procedure): what would travel with the procedure or
;;> continuation, as this process sees it. Raises type.
;;> Example: (eval '(mobile-report? (mobile-report car)) (environment '(scheme base) '(mound mobile))) => #t
(define (mobile-report procedure)
  (apply %make-mobile-report (%primitive %mobile-report procedure)))

;;> (print-mobile-report report [port]): writes the report for people, to the
;;> current output. Raises type.
;;> Example: (eval '(let ((port (open-output-string))) (print-mobile-report (mobile-report car) port) (substring (get-output-string port) 0 9)) (environment '(scheme base) '(mound mobile))) => "message: "
(define print-mobile-report
  (case-lambda
    ((report) (print-mobile-report report (current-output-port)))
    ((report port)
     (let ((bytes (mobile-report-bytes report)))
       (%put port "message: "
             (if bytes (%bytes bytes) "cannot be sent")))
     (%part port "blockers" (mobile-report-blockers report)
            (lambda (names why) (list (%names names) ": " why)))
     (%part port "code" (mobile-report-code report)
            (lambda (kind name version hash bytes)
              (list (symbol->string kind) " " name
                    (if version (string-append "@" version) "")
                    ", " (%bytes bytes) ", hash " (substring hash 0 12))))
     (%part port "captured" (mobile-report-captured report)
            (lambda (name bytes assigned?)
              (list (symbol->string name) ", "
                    (if bytes (%bytes bytes) "cannot be sent")
                    (if assigned? ", a copy of the variable" ""))))
     (%part port "travels" (mobile-report-travelling report)
            (lambda (name bytes)
              (list (symbol->string name) ", " (%bytes bytes))))
     (%part port "stays" (mobile-report-staying report)
            (lambda (name library why)
              (list (symbol->string name)
                    (if library (string-append " of " library) "")
                    ": " (%reason why)))))))

(define (%reason why)
  (case why
    ((assigned) "it is assigned, so it is state of this node")
    ((library) "each node has its own")
    ((unbound) "it has no value")
    (else "its value cannot be sent")))

(define (%names names)
  (if (null? names)
      "the message"
      (let loop ((text (symbol->string (car names))) (rest (cdr names)))
        (if (null? rest)
            text
            (loop (string-append text " / " (symbol->string (car rest)))
                  (cdr rest))))))

(define (%bytes count)
  (string-append (number->string count) (if (= count 1) " byte" " bytes")))

;; A line for each entry, below a heading; nothing if there is none.
(define (%part port heading entries texts)
  (if (pair? entries)
      (begin
        (%put port heading ":")
        (for-each (lambda (entry)
                    (apply %put port "  " (apply texts entry)))
                  entries))))

(define (%put port . texts)
  (for-each (lambda (text) (write-string text port)) texts)
  (newline port))
