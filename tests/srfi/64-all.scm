;; SRFI 64: the parts of runners that 64.scm leaves out.
(import (scheme base) (scheme write) (srfi 64))
(define (show . objects) (for-each (lambda (object) (write object) (newline)) objects))
(define-syntax quietly
  (syntax-rules () ((_ body ...) (parameterize ((current-output-port (open-output-string))) body ...))))

;; Counts and values of a runner can be set.
(define r (test-runner-null))
(test-runner-pass-count! r 1)
(test-runner-fail-count! r 2)
(test-runner-xpass-count! r 3)
(test-runner-xfail-count! r 4)
(test-runner-skip-count! r 5)
(show (list (test-runner? r) (test-runner? 5))
      (list (test-runner-pass-count r) (test-runner-fail-count r) (test-runner-xpass-count r)
            (test-runner-xfail-count r) (test-runner-skip-count r)))
(test-runner-reset r)
(show (list (test-runner-pass-count r) (test-runner-fail-count r)))
(test-runner-aux-value! r 'mine)
(test-runner-group-stack! r '("b" "a"))
(show (test-runner-aux-value r) (test-runner-group-stack r))

;; The result of a test is a list of properties.
(test-result-set! r 'x 1)
(test-result-set! r 'y 2)
(test-result-set! r 'x 3)
(show (list (test-result-ref r 'x) (test-result-ref r 'z 'none)))
(test-result-remove r 'x)
(show (test-result-ref r 'x #f) (test-result-alist r))
(test-result-alist! r (list (cons 'k 'v)))
(show (test-result-alist r))
(test-result-clear r)
(show (test-result-alist r))

;; What a runner calls can be asked for.
(define simple (test-runner-simple))
(show (map procedure?
           (list (test-runner-on-test-begin simple) (test-runner-on-test-end simple)
                 (test-runner-on-group-begin simple) (test-runner-on-group-end simple)
                 (test-runner-on-bad-count simple) (test-runner-on-bad-end-name simple)
                 (test-runner-on-final simple))))
(show (map procedure?
           (list test-on-test-end-simple test-on-group-begin-simple test-on-group-end-simple
                 test-on-bad-count-simple test-on-bad-end-name-simple test-on-final-simple)))

;; The factory makes the runner of test-runner-create.
(define made (test-runner-null))
(define factory (test-runner-factory))
(test-runner-factory (lambda () made))
(show (eq? made (test-runner-create)))
(test-runner-factory factory)
(define current (test-runner-null))
(test-with-runner current (show (eq? current (test-runner-get))))

;; All of several specifiers; a wrong name at the end.
(define s (test-runner-null))
(define wrong #f)
(test-runner-on-bad-end-name! s (lambda (runner begun ended) (set! wrong (list begun ended))))
(test-with-runner s
  (test-begin "suite")
  (test-skip (test-match-all "b" (test-match-nth 2)))
  (test-assert "b" #t)
  (test-assert "b" #f)
  (test-assert "a" #t)
  (guard (e (#t #f)) (test-end "other")))
(show (list (test-runner-pass-count s) (test-runner-fail-count s) (test-runner-skip-count s)) wrong)

;; test-apply with a runner, with the current one; and that all are run again afterwards.
(let ()
  (define (passes runner)
    (list (test-runner-pass-count runner) (test-runner-fail-count runner) (test-runner-skip-count runner)))
  (define (three) (test-eqv "a" 1 1) (test-eqv "b" 1 2) (test-eqv "c" 1 1))
  (for-each
   (lambda (specifiers)
     (let ((given (test-runner-null)) (current (test-runner-null)))
       (apply test-apply given (append specifiers (list three)))
       (test-with-runner current (apply test-apply (append specifiers (list three))))
       (write (list specifiers (passes given) (passes current)))
       (newline)))
   '(() ("a") ("a" "c") ("b")))
  (let ((runner (test-runner-null)))
    (test-with-runner runner (test-apply "a" three) (three))
    (write (passes runner))
    (newline)))
