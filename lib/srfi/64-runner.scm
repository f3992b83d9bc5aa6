;;; Test runners: counts, the groups around, what to do at each event.
;;;
;;; `skips` and `fails` are the specifiers of tests to skip and to expect to
;;; fail, `runs` those of test-apply or #f; `saved` has for each group around
;;; #(total count skips fails), what to go back to at its end. `made` tells
;;; whether test-begin made the runner, which ends then with its group.

;;> (test-runner-pass-count runner): how many tests passed. SRFI 64.
;;> Example: (test-runner-pass-count (test-runner-null)) => 0
;;> (test-runner-pass-count! runner n): changes that number. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-pass-count! r 3) (test-runner-pass-count r)) => 3
;;> (test-runner-fail-count runner): how many tests failed. SRFI 64.
;;> Example: (test-runner-fail-count (test-runner-null)) => 0
;;> (test-runner-fail-count! runner n): changes that number. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-fail-count! r 3) (test-runner-fail-count r)) => 3
;;> (test-runner-xpass-count runner): how many tests passed though expected to
;;> fail. SRFI 64.
;;> Example: (test-runner-xpass-count (test-runner-null)) => 0
;;> (test-runner-xpass-count! runner n): changes that number. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-xpass-count! r 3) (test-runner-xpass-count r)) => 3
;;> (test-runner-xfail-count runner): how many tests failed as expected. SRFI
;;> 64.
;;> Example: (test-runner-xfail-count (test-runner-null)) => 0
;;> (test-runner-xfail-count! runner n): changes that number. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-xfail-count! r 3) (test-runner-xfail-count r)) => 3
;;> (test-runner-skip-count runner): how many tests were skipped. SRFI 64.
;;> Example: (test-runner-skip-count (test-runner-null)) => 0
;;> (test-runner-skip-count! runner n): changes that number. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-skip-count! r 3) (test-runner-skip-count r)) => 3
;;> (test-runner-on-test-begin runner): the procedure of (runner), called before
;;> a test. SRFI 64.
;;> Example: (procedure? (test-runner-on-test-begin (test-runner-null))) => #t
;;> (test-runner-on-test-begin! runner procedure): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-on-test-begin! r list) (eq? list (test-runner-on-test-begin r))) => #t
;;> (test-runner-on-test-end runner): the procedure of (runner), called after a
;;> test. SRFI 64.
;;> Example: (procedure? (test-runner-on-test-end (test-runner-null))) => #t
;;> (test-runner-on-test-end! runner procedure): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-on-test-end! r list) (eq? list (test-runner-on-test-end r))) => #t
;;> (test-runner-on-group-begin runner): the procedure of (runner name count),
;;> called when a group begins. SRFI 64.
;;> Example: (procedure? (test-runner-on-group-begin (test-runner-null))) => #t
;;> (test-runner-on-group-begin! runner procedure): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-on-group-begin! r list) (eq? list (test-runner-on-group-begin r))) => #t
;;> (test-runner-on-group-end runner): the procedure of (runner), called when a
;;> group ends. SRFI 64.
;;> Example: (procedure? (test-runner-on-group-end (test-runner-null))) => #t
;;> (test-runner-on-group-end! runner procedure): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-on-group-end! r list) (eq? list (test-runner-on-group-end r))) => #t
;;> (test-runner-on-final runner): the procedure of (runner), called when the
;;> outermost group has ended. SRFI 64.
;;> Example: (procedure? (test-runner-on-final (test-runner-null))) => #t
;;> (test-runner-on-final! runner procedure): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-on-final! r list) (eq? list (test-runner-on-final r))) => #t
;;> (test-runner-on-bad-count runner): the procedure of (runner actual
;;> expected), called when a group had another number of tests than it said.
;;> SRFI 64.
;;> Example: (procedure? (test-runner-on-bad-count (test-runner-null))) => #t
;;> (test-runner-on-bad-count! runner procedure): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-on-bad-count! r list) (eq? list (test-runner-on-bad-count r))) => #t
;;> (test-runner-on-bad-end-name runner): the procedure of (runner begin-name
;;> end-name), called when test-end names another group. SRFI 64.
;;> Example: (procedure? (test-runner-on-bad-end-name (test-runner-null))) => #t
;;> (test-runner-on-bad-end-name! runner procedure): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-on-bad-end-name! r list) (eq? list (test-runner-on-bad-end-name r))) => #t
;;> (test-runner-aux-value runner): what the program keeps there, #f at first.
;;> SRFI 64.
;;> Example: (test-runner-aux-value (test-runner-null)) => #f
;;> (test-runner-aux-value! runner object): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-aux-value! r 'x) (test-runner-aux-value r)) => x
;;> (test-runner-group-stack runner): the names of the groups around, innermost
;;> first. SRFI 64.
;;> Example: (test-runner-group-stack (test-runner-null)) => ()
;;> (test-runner-group-stack! runner names): changes it. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-group-stack! r '("b" "a")) (test-runner-group-path r)) => ("a" "b")
;;> (test-result-alist runner): all properties of the present or last test:
;;> test-name, source-file, source-line, source-form, result-kind, expected-
;;> value, actual-value, expected-error, actual-error. SRFI 64.
;;> Example: (test-result-alist (test-runner-null)) => ()
;;> (test-result-alist! runner alist): changes them. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-result-alist! r '((a . 1))) (test-result-ref r 'a)) => 1
;;> (test-runner? object): whether it is a test runner. SRFI 64.
;;> Example: (test-runner? (test-runner-null)) => #t
(define-record-type test-runner
  (%make-runner pass-count fail-count xpass-count xfail-count skip-count
                on-test-begin on-test-end on-group-begin on-group-end on-final
                on-bad-count on-bad-end-name group-stack alist skips fails
                total saved)
  test-runner?
  (pass-count test-runner-pass-count test-runner-pass-count!)
  (fail-count test-runner-fail-count test-runner-fail-count!)
  (xpass-count test-runner-xpass-count test-runner-xpass-count!)
  (xfail-count test-runner-xfail-count test-runner-xfail-count!)
  (skip-count test-runner-skip-count test-runner-skip-count!)
  (on-test-begin test-runner-on-test-begin test-runner-on-test-begin!)
  (on-test-end test-runner-on-test-end test-runner-on-test-end!)
  (on-group-begin test-runner-on-group-begin test-runner-on-group-begin!)
  (on-group-end test-runner-on-group-end test-runner-on-group-end!)
  (on-final test-runner-on-final test-runner-on-final!)
  (on-bad-count test-runner-on-bad-count test-runner-on-bad-count!)
  (on-bad-end-name test-runner-on-bad-end-name test-runner-on-bad-end-name!)
  (aux-value test-runner-aux-value test-runner-aux-value!)
  (group-stack test-runner-group-stack test-runner-group-stack!)
  (alist test-result-alist test-result-alist!)
  (skips %skips %set-skips!)
  (fails %fails %set-fails!)
  (runs %runs %set-runs!)
  (total %total %set-total!)
  (saved %saved %set-saved!)
  (made %made? %set-made!))

;;> (test-runner-null): a runner that only counts. SRFI 64.
;;> Example: (test-runner-skip-count (test-runner-null)) => 0
(define (test-runner-null)
  (let ((ignore (lambda arguments #f)))
    (let ((runner
           (%make-runner 0 0 0 0 0 ignore ignore ignore ignore ignore ignore
                         ignore '() '() '() '() 0 '())))
      (%set-runs! runner #f)
      (test-runner-aux-value! runner #f)
      runner)))

;;> (test-runner-simple): a runner that prints the tests that did not do what
;;> was expected, and the counts at the end. SRFI 64.
;;> Example: (eq? (test-runner-on-final (test-runner-simple)) test-on-final-simple) => #t
(define (test-runner-simple)
  (let ((runner (test-runner-null)))
    (test-runner-on-group-begin! runner test-on-group-begin-simple)
    (test-runner-on-group-end! runner test-on-group-end-simple)
    (test-runner-on-test-end! runner test-on-test-end-simple)
    (test-runner-on-final! runner test-on-final-simple)
    (test-runner-on-bad-count! runner test-on-bad-count-simple)
    (test-runner-on-bad-end-name! runner test-on-bad-end-name-simple)
    runner))

;;> (test-runner-reset runner): forgets all counts, groups and specifiers. SRFI
;;> 64.
;;> Example: (let ((r (test-runner-null))) (test-runner-pass-count! r 3) (test-runner-reset r) (test-runner-pass-count r)) => 0
(define (test-runner-reset runner)
  (test-runner-pass-count! runner 0)
  (test-runner-fail-count! runner 0)
  (test-runner-xpass-count! runner 0)
  (test-runner-xfail-count! runner 0)
  (test-runner-skip-count! runner 0)
  (test-runner-group-stack! runner '())
  (test-result-alist! runner '())
  (%set-skips! runner '())
  (%set-fails! runner '())
  (%set-runs! runner #f)
  (%set-total! runner 0)
  (%set-saved! runner '()))

;; Variables that are assigned belong to the process that assigned them, so each
;; process has a current runner of its own.
(define %current #f)
(define %factory #f)

;;> (test-runner-current): the runner that the tests of this process use, or #f.
;;> (test-runner-current runner): changes it. SRFI 64.
;;> Example: (begin (test-runner-current (test-runner-null)) (test-runner? (test-runner-current))) => #t
(define test-runner-current
  (case-lambda
    (() %current)
    ((runner) (set! %current runner))))

;;> (test-runner-get): the current runner. Raises error if there is none. SRFI
;;> 64.
;;> Example: (test-with-runner (test-runner-null) (test-runner? (test-runner-get))) => #t
(define (test-runner-get)
  (or %current (error "there is no current test runner: call test-begin")))

;;> (test-runner-factory): the procedure that makes the runner of a test-begin
;;> outside of all groups, at first test-runner-simple; under `mound test` one
;;> whose runner reports there. (test-runner-factory procedure): changes it.
;;> SRFI 64.
;;> Example: (begin (test-runner-factory test-runner-null) (eq? (test-runner-factory) test-runner-null)) => #t
(define test-runner-factory
  (case-lambda
    (() (or %factory (%usual-factory)))
    ((procedure) (set! %factory procedure))))

;;> (test-runner-create): a new runner, of the factory. SRFI 64.
;;> Example: (test-runner? (test-runner-create)) => #t
(define (test-runner-create) ((test-runner-factory)))

(define (%usual-factory)
  (if (get-environment-variable "MOUND_TEST")
      %reporting-runner
      test-runner-simple))

;;> (test-with-runner runner body ...): the body with the runner as the current
;;> one. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-with-runner r (test-eqv 1 1) (test-runner-pass-count r))) => 1
(define-syntax test-with-runner
  (syntax-rules ()
    ((_ runner . body) (%with-runner runner (lambda () . body)))))

(define (%with-runner runner thunk)
  (let ((other runner))
    (define (exchange)
      (let ((current %current))
        (test-runner-current other)
        (set! other current)))
    (dynamic-wind exchange thunk exchange)))

;;> (test-runner-group-path runner): the names of the groups around, outermost
;;> first. SRFI 64.
;;> Example: (test-runner-group-path (test-runner-null)) => ()
(define (test-runner-group-path runner)
  (reverse (test-runner-group-stack runner)))

;;> (test-runner-test-name runner): the name of the present or last test, "" if
;;> it has none. SRFI 64.
;;> Example: (test-runner-test-name (test-runner-null)) => ""
(define (test-runner-test-name runner) (test-result-ref runner 'test-name ""))

;;> (test-result-ref runner key [default]): a property of the present or last
;;> test, or the default (#f). SRFI 64.
;;> Example: (test-result-ref (test-runner-null) 'color 'none) => none
(define test-result-ref
  (case-lambda
    ((runner key) (test-result-ref runner key #f))
    ((runner key default)
     (let ((property (assq key (test-result-alist runner))))
       (if property (cdr property) default)))))

;;> (test-result-set! runner key object): gives the test a property. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-result-set! r 'a 1) (test-result-ref r 'a)) => 1
(define (test-result-set! runner key object)
  (test-result-remove runner key)
  (test-result-alist! runner
                      (cons (cons key object) (test-result-alist runner))))

;;> (test-result-remove runner key): takes a property away. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-result-set! r 'a 1) (test-result-remove r 'a) (test-result-alist r)) => ()
(define (test-result-remove runner key)
  (test-result-alist!
   runner
   (let loop ((alist (test-result-alist runner)))
     (cond ((null? alist) '())
           ((eq? (caar alist) key) (cdr alist))
           (else (cons (car alist) (loop (cdr alist))))))))

;;> (test-result-clear runner): takes all properties away. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-result-set! r 'a 1) (test-result-clear r) (test-result-alist r)) => ()
(define (test-result-clear runner) (test-result-alist! runner '()))

;;> (test-result-kind [runner]): pass, fail, xpass, xfail or skip, for the last
;;> test; before it runs, xfail or skip if that is expected. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-eqv 1 2) (test-result-kind)) => fail
(define test-result-kind
  (case-lambda
    (() (test-result-kind (test-runner-get)))
    ((runner) (test-result-ref runner 'result-kind))))

;;> (test-passed? [runner]): whether the last test passed, expected or not. SRFI
;;> 64.
;;> Example: (test-with-runner (test-runner-null) (test-eqv 1 1) (test-passed?)) => #t
(define test-passed?
  (case-lambda
    (() (test-passed? (test-runner-get)))
    ((runner) (if (memq (test-result-kind runner) '(pass xpass)) #t #f))))
