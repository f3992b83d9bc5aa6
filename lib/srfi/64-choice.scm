;;; Which tests run, and which are expected to fail. A specifier is a procedure
;;; of the runner; a string stands for tests of that name, an integer n for the
;;; next n tests.

(define (%specifier object)
  (cond ((procedure? object) object)
        ((string? object) (test-match-name object))
        ((exact-integer? object) (test-match-nth 1 object))
        (else (%type-error 'test-skip "a specifier of tests" object))))

;; Whether one matches. All are asked.
(define (%matches-any? specifiers runner)
  (let loop ((rest specifiers) (found #f))
    (if (null? rest)
        found
        (loop (cdr rest) (if ((car rest) runner) #t found)))))

;;> (test-match-name name): the specifier of the tests with that name. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-skip (test-match-name "a")) (test-eqv "a" 1 2) (test-result-kind)) => skip
(define (test-match-name name)
  (lambda (runner) (equal? name (test-runner-test-name runner))))

;;> (test-match-nth n [count]): the specifier of the nth test from now on, from
;;> 1, and of the following ones up to the count (1). SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-skip (test-match-nth 2)) (test-eqv 1 1) (test-eqv 1 2) (test-result-kind)) => skip
(define test-match-nth
  (case-lambda
    ((n) (test-match-nth n 1))
    ((n count)
     (let ((seen 0))
       (lambda (runner)
         (set! seen (+ seen 1))
         (and (>= seen n) (< seen (+ n count))))))))

;;> (test-match-any specifier ...): the specifier of tests that one of them
;;> matches. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-skip (test-match-any "a" "b")) (test-eqv "b" 1 2) (test-result-kind)) => skip
(define (test-match-any . specifiers)
  (let ((specifiers (map %specifier specifiers)))
    (lambda (runner) (%matches-any? specifiers runner))))

;;> (test-match-all specifier ...): the specifier of tests that all of them
;;> match. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-skip (test-match-all "a" "b")) (test-eqv "b" 1 2) (test-result-kind)) => fail
(define (test-match-all . specifiers)
  (let ((specifiers (map %specifier specifiers)))
    (lambda (runner)
      (let loop ((rest specifiers) (all #t))
        (if (null? rest)
            all
            (loop (cdr rest) (if ((car rest) runner) all #f)))))))

;;> (test-skip specifier ...): skips the tests that all of them match, up to the
;;> end of the group. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-skip 1) (test-eqv 1 2) (test-eqv 1 1) (test-runner-skip-count (test-runner-get))) => 1
(define (test-skip . specifiers)
  (let ((runner (test-runner-get)))
    (%set-skips! runner
                 (cons (apply test-match-all specifiers) (%skips runner)))))

;;> (test-expect-fail specifier ...): the tests that all of them match are
;;> expected to fail, up to the end of the group. SRFI 64.
;;> Example: (test-with-runner (test-runner-null) (test-expect-fail 1) (test-eqv 1 2) (test-result-kind)) => xfail
(define (test-expect-fail . specifiers)
  (let ((runner (test-runner-get)))
    (%set-fails! runner
                 (cons (apply test-match-all specifiers) (%fails runner)))))

;;> (test-apply [runner] specifier ... thunk): calls the thunk with the runner
;;> (the current one, or a new one) as the current one; if there are specifiers,
;;> only the tests that one of them matches are run. SRFI 64.
;;> Example: (let ((r (test-runner-null))) (test-apply r "a" (lambda () (test-eqv "a" 1 1) (test-eqv "b" 1 2))) (list (test-runner-pass-count r) (test-runner-fail-count r))) => (1 0)
(define (test-apply first . rest)
  (cond ((test-runner? first)
         (%with-runner first (lambda () (%test-apply rest))))
        ((test-runner-current) (%test-apply (cons first rest)))
        (else
         (let ((runner (test-runner-create)))
           (%with-runner runner (lambda () (%test-apply (cons first rest))))
           ((test-runner-on-final runner) runner)))))

(define (%test-apply specifiers-and-thunk)
  (let* ((reversed (reverse specifiers-and-thunk))
         (thunk (car reversed))
         (specifiers (map %specifier (cdr reversed)))
         (runner (test-runner-get))
         (saved (%runs runner)))
    (dynamic-wind
     (lambda () (if (pair? specifiers) (%set-runs! runner specifiers)))
     thunk
     (lambda () (%set-runs! runner saved)))))
