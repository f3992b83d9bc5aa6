;;; Tests and groups of tests.

;;> (test-begin name [count]): begins a group of tests, of which the count says
;;> how many there must be. Outside of all groups it makes a runner. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-begin "a") (test-begin "b") (test-runner-group-path (test-runner-get))) => ("a" "b")
(define test-begin
  (case-lambda
    ((name) (test-begin name #f))
    ((name count)
     (if (not (test-runner-current))
         (let ((runner (test-runner-create)))
           (test-runner-current runner)
           (%set-made! runner #t)))
     (let ((runner (test-runner-current)))
       ((test-runner-on-group-begin runner) runner name count)
       (%set-saved! runner
                    (cons (vector (%total runner) count (%skips runner)
                                  (%fails runner))
                          (%saved runner)))
       (test-runner-group-stack!
        runner (cons name (test-runner-group-stack runner)))))))

;;> (test-end [name]): ends the group; the name must then be its name. Raises
;;> error outside of all groups. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-begin "a") (test-end "a") (test-runner-group-path (test-runner-get))) => ()
(define test-end
  (case-lambda
    (() (%test-end (test-runner-get) #f))
    ((name) (%test-end (test-runner-get) name))))

(define (%test-end runner name)
  (let ((groups (test-runner-group-stack runner))
        (saved (%saved runner)))
    (if (null? groups) (error "test-end without test-begin"))
    (if (and name (not (equal? name (car groups))))
        ((test-runner-on-bad-end-name runner) runner (car groups) name))
    (let* ((state (car saved))
           (expected (vector-ref state 1))
           (actual (- (%total runner) (vector-ref state 0))))
      (if (and expected (not (= expected actual)))
          ((test-runner-on-bad-count runner) runner actual expected))
      ((test-runner-on-group-end runner) runner)
      (test-runner-group-stack! runner (cdr groups))
      (%set-saved! runner (cdr saved))
      (%set-skips! runner (vector-ref state 2))
      (%set-fails! runner (vector-ref state 3)))
    (if (null? (cdr groups))
        (begin
          ((test-runner-on-final runner) runner)
          (if (%made? runner) (test-runner-current #f))))))

;;> (test-group name body ...): the body as a group of tests, unless tests of
;;> that name are skipped. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-group "a" (test-eqv 1 1)) (test-runner-pass-count (test-runner-get))) => 1
(define-syntax test-group
  (syntax-rules ()
    ((_ name . body) (%test-group name (lambda () #f . body)))))

;;> (test-group-with-cleanup name body ... cleanup): the same; the last
;;> expression is evaluated however the body is left. SRFI 64.
;;> Example: (let ((n 0)) (test-with-runner (test-runner-null) (test-group-with-cleanup "a" (test-eqv 1 1) (set! n 5))) n) => 5
(define-syntax test-group-with-cleanup
  (syntax-rules ()
    ((_ name cleanup)
     (test-group name (dynamic-wind void void (lambda () cleanup))))
    ((_ name body ... cleanup)
     (test-group name
       (dynamic-wind void (lambda () body ...) (lambda () cleanup))))))

(define (%test-group name thunk)
  (if (not (test-runner-current)) (test-begin name) (%begin-inner name))
  (if (eq? (test-result-kind) 'skip)
      (%skip-group name)
      (dynamic-wind void thunk (lambda () (test-end name)))))

;; A group counts as a test for the specifiers, and for nothing else.
(define (%begin-inner name)
  (let ((runner (test-runner-current)))
    (test-result-alist! runner (list (cons 'test-name name)))
    (if (%matches-any? (%skips runner) runner)
        (test-result-set! runner 'result-kind 'skip)
        (test-begin name))))

(define (%skip-group name)
  (let ((runner (test-runner-current)))
    (test-runner-skip-count! runner (+ 1 (test-runner-skip-count runner)))
    ((test-runner-on-test-end runner) runner)))

;;> (test-assert [name] expression): a test that passes if the value is not #f.
;;> SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-assert "pair" (pair? '(1))) (test-passed?)) => #t
(define-syntax test-assert
  (syntax-rules ()
    ((_ expression) (test-assert "" expression))
    ((_ name expression)
     (%test name 'expression
            (lambda (runner)
              (let ((actual expression))
                (test-result-set! runner 'actual-value actual)
                actual))))))

;;> (test-eqv [name] expected expression): a test that passes if the values are
;;> eqv?. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-eqv "sum" 3 (+ 1 2)) (test-passed?)) => #t
(define-syntax test-eqv
  (syntax-rules ()
    ((_ . parts) (%test-compare eqv? . parts))))

;;> (test-eq [name] expected expression): the same by eq?. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-eq "name" 'a 'a) (test-passed?)) => #t
(define-syntax test-eq
  (syntax-rules ()
    ((_ . parts) (%test-compare eq? . parts))))

;;> (test-equal [name] expected expression): the same by equal?. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-equal "list" '(1) (list 1)) (test-passed?)) => #t
(define-syntax test-equal
  (syntax-rules ()
    ((_ . parts) (%test-compare equal? . parts))))

;;> (test-approximate [name] expected expression error): a test that passes if
;;> the values differ by no more than the error. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-approximate 3.14 22/7 0.01) (test-passed?)) => #t
(define-syntax test-approximate
  (syntax-rules ()
    ((_ expected expression margin)
     (test-approximate "" expected expression margin))
    ((_ name expected expression margin)
     (let ((within margin))
       (%test-compare (lambda (left right) (<= (abs (- left right)) within))
                      name expected expression)))))

(define-syntax %test-compare
  (syntax-rules ()
    ((_ same? expected expression) (%test-compare same? "" expected expression))
    ((_ same? name expected expression)
     (%test name 'expression
            (lambda (runner)
              (let ((right expected))
                (test-result-set! runner 'expected-value right)
                (let ((actual expression))
                  (test-result-set! runner 'actual-value actual)
                  (same? right actual))))))))

;;> (test-error [[name] type] expression): a test that passes if the expression
;;> raises an object of the type: #t stands for any, a procedure for what it
;;> accepts, a symbol for conditions of that kind. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-error "car" 'type (car 5)) (test-passed?)) => #t
(define-syntax test-error
  (syntax-rules ()
    ((_ expression) (test-error "" #t expression))
    ((_ type expression) (test-error "" type expression))
    ((_ name type expression)
     (%test name 'expression
            (lambda (runner)
              (%raises? runner type (lambda () expression)))))))

(define (%raises? runner type thunk)
  (test-result-set! runner 'expected-error type)
  (guard (object
          (#t
           (test-result-set! runner 'actual-error object)
           (cond ((procedure? type) (type object))
                 ((symbol? type)
                  (and (condition? object)
                       (eq? (condition-kind object) type)))
                 (else #t))))
    (let ((actual (thunk)))
      (test-result-set! runner 'actual-value actual)
      #f)))

;; Runs a test: `passes?` sets properties and tells.
(define (%test name form passes?) (%test-of passes? name form passes?))

;; The same for a test that is written where the procedure is.
(define (%test-of procedure name form passes?)
  (let ((runner (test-runner-get)))
    (test-result-alist! runner (%properties-of-test name form procedure))
    (%set-expectation! runner)
    ((test-runner-on-test-begin runner) runner)
    (let ((expectation (test-result-kind runner)))
      (if (not (eq? expectation 'skip))
          (test-result-set!
           runner 'result-kind
           (%result (%passes? runner passes?) (eq? expectation 'xfail)))))
    (%count! runner)
    ((test-runner-on-test-end runner) runner)))

(define (%properties-of-test name form procedure)
  (let ((place (%primitive %procedure-place procedure))
        (properties (list (cons 'test-name name) (cons 'source-form form))))
    (if place
        (cons (cons 'source-line (cadr place))
              (cons (cons 'source-file (car place)) properties))
        properties)))

(define (%result passed failure-expected)
  (if passed
      (if failure-expected 'xpass 'pass)
      (if failure-expected 'xfail 'fail)))

(define (%passes? runner passes?)
  (let ((outcome (%traced-outcome (lambda () (passes? runner)))))
    (if (eq? (car outcome) 'returned)
        (cadr outcome)
        (begin (test-result-set! runner 'actual-error (cadr outcome)) #f))))

;; Each specifier is asked, since some count.
(define (%set-expectation! runner)
  (let* ((runs (%runs runner))
         (left-out (and runs (not (%matches-any? runs runner))))
         (skipped (%matches-any? (%skips runner) runner))
         (failing (%matches-any? (%fails runner) runner)))
    (cond ((or left-out skipped) (test-result-set! runner 'result-kind 'skip))
          (failing (test-result-set! runner 'result-kind 'xfail)))))

(define (%count! runner)
  (%set-total! runner (+ 1 (%total runner)))
  (case (test-result-kind runner)
    ((pass)
     (test-runner-pass-count! runner (+ 1 (test-runner-pass-count runner))))
    ((fail)
     (test-runner-fail-count! runner (+ 1 (test-runner-fail-count runner))))
    ((xpass)
     (test-runner-xpass-count! runner (+ 1 (test-runner-xpass-count runner))))
    ((xfail)
     (test-runner-xfail-count! runner (+ 1 (test-runner-xfail-count runner))))
    (else
     (test-runner-skip-count! runner (+ 1 (test-runner-skip-count runner))))))

;;> (test-read-eval-string string): the value of the only form in the string, in
;;> the interactive environment. Raises read, and error if there are more. SRFI
;;> 64.
;;> Example: (test-read-eval-string "(+ 1 2)") => 3
(define (test-read-eval-string string)
  (let* ((port (open-input-string string))
         (form (read port)))
    (if (eof-object? (read port))
        (eval form (interaction-environment))
        (error "test-read-eval-string: more than one form" string))))
