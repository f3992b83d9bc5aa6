;;; What the simple runner prints, and the runner that tells `mound test`.

(define (%show . objects)
  (for-each display objects)
  (newline))

(define (%written object)
  (call-with-output-string (lambda (port) (write object port))))

(define (%described-error object)
  (if (condition? object)
      (call-with-output-string
       (lambda (port) (display-condition object port)))
      (%written object)))

;; The names of the groups and of the test, or its form if it has no name.
(define (%title runner)
  (let ((name (test-runner-test-name runner)))
    (string-join
     (append (map %name (test-runner-group-path runner))
             (list (if (equal? name "")
                       (%written (test-result-ref runner 'source-form))
                       (%name name))))
     " / ")))

(define (%name object)
  (call-with-output-string (lambda (port) (display object port))))

;;> (test-on-group-begin-simple runner name count): what the simple runner does
;;> when a group begins: nothing. SRFI 64.
;;> Example: (test-on-group-begin-simple (test-runner-null) "a" #f) => #f
(define (test-on-group-begin-simple runner name count) #f)

;;> (test-on-group-end-simple runner): what the simple runner does when a group
;;> ends: nothing. SRFI 64.
;;> Example: (test-on-group-end-simple (test-runner-null)) => #f
(define (test-on-group-end-simple runner) #f)

;;> (test-on-bad-count-simple runner actual expected): prints both counts. SRFI
;;> 64.
;;> Example: (parameterize ((current-output-port (open-output-string))) (test-on-bad-count-simple #f 1 2) (get-output-string (current-output-port))) => "There were 1 tests, and 2 were announced.\n"
(define (test-on-bad-count-simple runner actual expected)
  (%show "There were " actual " tests, and " expected " were announced."))

;;> (test-on-bad-end-name-simple runner begin-name end-name): raises error. SRFI
;;> 64.
;;> Example: (guard (e (#t (error-object-irritants e))) (test-on-bad-end-name-simple #f "a" "b")) => ("b" "a")
(define (test-on-bad-end-name-simple runner begin-name end-name)
  (error "test-end names another group than the one that it ends"
         end-name begin-name))

;;> (test-on-test-end-simple runner): prints the test if it failed, or passed
;;> though that was not expected. SRFI 64.
;;> Example: (test-on-test-end-simple (test-runner-null)) => #f
(define (test-on-test-end-simple runner)
  (case (test-result-kind runner)
    ((fail) (%show "FAIL " (%title runner)) (%show-values runner))
    ((xpass) (%show "XPASS " (%title runner)) (%show-values runner))
    (else #f)))

(define (%show-values runner)
  (for-each
   (lambda (property)
     (case (car property)
       ((expected-value) (%show "  expected: " (%written (cdr property))))
       ((actual-value) (%show "  actual:   " (%written (cdr property))))
       ((expected-error) (%show "  expected error: " (%written (cdr property))))
       ((actual-error) (%show "  raised:   " (%described-error (cdr property))))
       ((source-form) (%show "  form:     " (%written (cdr property))))))
   (reverse (test-result-alist runner))))

;;> (test-on-final-simple runner): prints the counts that are not 0. SRFI 64.
;;> Example: (parameterize ((current-output-port (open-output-string))) (test-on-final-simple (test-runner-null)) (get-output-string (current-output-port))) => ""
(define (test-on-final-simple runner)
  (for-each
   (lambda (label count)
     (if (> count 0) (%show "# of " label count)))
   '("expected passes      " "unexpected failures  " "unexpected successes "
     "expected failures    " "skipped tests        ")
   (list (test-runner-pass-count runner) (test-runner-fail-count runner)
         (test-runner-xpass-count runner) (test-runner-xfail-count runner)
         (test-runner-skip-count runner))))

;; A runner whose results are lines for `mound test`: the mark, then the kind,
;; the title, and labels and texts in turn, with a separator between them. A
;; line of the kind `begin` comes before each test that is run. The variable
;; MOUND_TEST_FILTER has a text that the titles of the tests to run must
;; contain.
(define %mark "\x1;mound-test ")
(define %separator "\x1f;")

(define (%reporting-runner)
  (let ((runner (test-runner-null))
        (filter (get-environment-variable "MOUND_TEST_FILTER"))
        (port (current-output-port)))
    (define (wanted? runner)
      (or (not filter) (string-search filter (%title runner))))
    (define (report kind runner properties)
      (%report-line kind (%title runner)
                    (append (%place-texts runner) properties)
                    port))
    (if filter (%set-runs! runner (list wanted?)))
    (test-runner-on-test-begin!
     runner
     (lambda (runner)
       (if (not (eq? (test-result-kind runner) 'skip))
           (report 'begin runner '()))))
    (test-runner-on-test-end!
     runner
     (lambda (runner)
       (if (wanted? runner)
           (report (test-result-kind runner) runner (%properties runner)))))
    (if (not filter)
        (test-runner-on-bad-count!
         runner
         (lambda (runner actual expected)
           (%report-count runner actual expected port))))
    (test-runner-on-bad-end-name! runner test-on-bad-end-name-simple)
    runner))

;; The file and line of the test, or #f.
(define (%place runner)
  (let ((file (test-result-ref runner 'source-file)))
    (and file
         (string-append
          file ":" (number->string (test-result-ref runner 'source-line))))))

(define (%place-texts runner)
  (let ((place (%place runner)))
    (if place (list (cons "place" place)) '())))

(define (%report-count runner actual expected port)
  (%report-line 'fail
                (string-join (map %name (test-runner-group-path runner)) " / ")
                (list (cons "expected" (%written expected))
                      (cons "actual" (%written actual))
                      (cons "form" "the number of tests"))
                port))

(define (%properties runner)
  (let loop ((alist (test-result-alist runner)) (texts '()))
    (if (null? alist)
        texts
        (let ((object (cdar alist)))
          (loop (cdr alist)
                (case (caar alist)
                  ((expected-value)
                   (cons (cons "expected" (%written object)) texts))
                  ((actual-value)
                   (cons (cons "actual" (%written object)) texts))
                  ((expected-error)
                   (cons (cons "expected error" (%written object)) texts))
                  ((actual-error)
                   (cons (cons "raised" (%described-error object))
                         (append (%trace-texts object) texts)))
                  ((source-form)
                   (cons (cons "form" (%written object)) texts))
                  ((property-arguments)
                   (cons (cons "arguments" (%written object)) texts))
                  ((property-first-arguments)
                   (cons (cons "found with" (%written object)) texts))
                  ((property-run)
                   (cons (cons "run" (%written object)) texts))
                  (else texts)))))))

;; The youngest calls in which a condition was raised.
(define %trace-lines-max 3)

(define (%trace-texts object)
  (let ((trace (and (condition? object) (condition-trace object))))
    (if trace
        (let loop ((lines (string-split trace "\n")) (left %trace-lines-max))
          (if (or (null? lines) (= left 0))
              '()
              (cons (cons "in" (car lines)) (loop (cdr lines) (- left 1)))))
        '())))

(define (%report-line kind title texts port)
  (newline port)
  (write-string
   (string-append
    %mark
    (string-join
     (cons (symbol->string kind)
           (cons (%one-line title) (reverse (%flattened texts))))
     %separator)
    "\n")
   port)
  (flush-output-port port)
  #f)

;; The labels and texts, in reverse order.
(define (%flattened texts)
  (let loop ((texts texts) (parts '()))
    (if (null? texts)
        parts
        (loop (cdr texts)
              (cons (%one-line (cdar texts))
                    (cons (caar texts) parts))))))

(define (%one-line text) (string-join (string-split text "\n") "\\n"))
