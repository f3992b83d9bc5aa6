;; SRFI 64 tests itself: what a runner counts, prints and calls.
(import (scheme base) (scheme write) (srfi 64))

(define-syntax printed
  (syntax-rules ()
    ((_ body ...)
     (let ((port (open-output-string)))
       (parameterize ((current-output-port port)) body ...)
       (get-output-string port)))))

(define-syntax counts
  (syntax-rules ()
    ((_ body ...)
     (let ((runner (test-runner-null)))
       (test-with-runner runner body ...)
       (list (test-runner-pass-count runner) (test-runner-fail-count runner)
             (test-runner-xpass-count runner) (test-runner-xfail-count runner)
             (test-runner-skip-count runner))))))

(define (show . objects)
  (for-each (lambda (object) (write object) (newline)) objects))

;; Each kind of test, passing, failing and raising.
(show
 (counts (test-assert #t) (test-assert "name" 5) (test-assert #f)
         (test-assert (car 5)))
 (counts (test-eqv 1 1) (test-eqv "n" 1 2) (test-eqv 1 (car 5)))
 (counts (test-eq 'a 'a) (test-eq '(a) (list 'a)))
 (counts (test-equal '(a) (list 'a)) (test-equal "n" "a" "b"))
 (counts (test-approximate 1 1.01 0.1) (test-approximate "n" 1 1.2 0.1))
 (counts (test-error (car 5)) (test-error 'type (car 5))
         (test-error "n" string? (raise "x")) (test-error 1)
         (test-error 'range (car 5)) (test-error symbol? (raise "x"))))

;; Skipping and expecting to fail, until the end of the group.
(show
 (counts
  (test-begin "a")
  (test-skip 2) (test-eqv 1 1) (test-eqv 1 2) (test-eqv 1 1)
  (test-skip "x" (test-match-any "x" "y")) (test-eqv "x" 1 2) (test-eqv "y" 1 1)
  (test-expect-fail "f") (test-eqv "f" 1 2) (test-eqv "f" 1 1)
  (test-end)
  (test-eqv "x" 1 1))
 (counts (test-expect-fail 4) (test-eqv 1 2) (test-eqv 1 1) (test-eqv 1 2) (test-eqv 1 1))
 (counts (test-skip (test-match-nth 2 2)) (test-eqv 1 1) (test-eqv 1 2)
         (test-eqv 1 2) (test-eqv 1 1))
 (counts (test-skip "g") (test-group "g" (test-eqv 1 2)) (test-eqv 1 1)))

;; Only some.
(let ((runner (test-runner-null)))
  (test-apply runner "b" (test-match-name "c")
              (lambda () (test-eqv "a" 1 2) (test-eqv "b" 1 1) (test-eqv "c" 1 1)))
  (show (test-runner-pass-count runner) (test-runner-skip-count runner)))

;; What is printed.
(write-string
 (printed
  (test-begin "outer" 4)
  (test-group "inner"
     (test-equal "lists" (quote (1 2)) (list 1 3))
     (test-assert (error "bad" 5)))
  (test-error "none" #t 1)
  (test-end "outer")))
(show (test-runner-current))

;; The names of groups, and wrong ones.
(show
 (guard (e (#t (error-object-irritants e)))
   (test-with-runner (test-runner-simple)
     (test-begin "a") (test-end "b")))
 (let ((runner (test-runner-null)))
   (test-with-runner runner
     (test-group "a" (test-group "b" (test-runner-group-path runner))))))

;; Events, in order.
(let ((runner (test-runner-null)) (events '()))
  (define (note . what) (set! events (cons what events)))
  (test-runner-on-group-begin! runner (lambda (r name count) (note 'begin name count)))
  (test-runner-on-group-end! runner (lambda (r) (note 'end)))
  (test-runner-on-test-begin! runner
    (lambda (r) (note 'test (test-runner-test-name r) (test-result-kind r))))
  (test-runner-on-test-end! runner (lambda (r) (note (test-result-kind r))))
  (test-runner-on-bad-count! runner (lambda (r actual expected) (note 'bad actual expected)))
  (test-runner-on-final! runner (lambda (r) (note 'final)))
  (test-with-runner runner
    (test-begin "g" 3)
    (test-eqv "one" 1 1)
    (test-skip 1)
    (test-eqv "two" 1 1)
    (test-end))
  (for-each show (reverse events)))

;; Cleanup happens, however the group is left.
(let ((n 0))
  (test-with-runner (test-runner-null)
    (call/cc
     (lambda (k)
       (test-group-with-cleanup "c" (k 1) (set! n (+ n 1))))))
  (show n))

;; Properties, and the form.
(test-with-runner (test-runner-null)
  (test-equal "p" 3 (+ 1 1))
  (show (test-result-ref (test-runner-current) 'expected-value)
        (test-result-ref (test-runner-current) 'actual-value)
        (test-result-ref (test-runner-current) 'source-form)
        (test-result-kind) (test-passed?)))
(show (test-read-eval-string "(+ 1 2)"))
(show (guard (e (#t (error-object-message e))) (test-read-eval-string "1 2")))
