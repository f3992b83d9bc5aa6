;; SRFI 64: a runner that is reset has forgotten what it counted, its groups,
;; its result and what it was told to skip.

(import (scheme base) (scheme write) (srfi 64))

(define runner (test-runner-null))

(define (counts)
  (map (lambda (count) (count runner))
       (list test-runner-pass-count test-runner-fail-count
             test-runner-xpass-count test-runner-xfail-count
             test-runner-skip-count)))

(define (show what)
  (write what)
  (newline))

(test-with-runner runner
  (test-begin "outer")
  (test-assert "passes" #t)
  (test-assert "fails" #f)
  (test-expect-fail "x" )
  (test-assert "x" #f)
  (test-expect-fail "y")
  (test-assert "y" #t)
  (test-skip "z")
  (test-assert "z" #t)
  (show (counts))
  (show (test-runner-group-path runner))
  (show (null? (test-result-alist runner)))
  (test-runner-reset runner)
  (show (counts))
  (show (test-runner-group-path runner))
  (show (test-result-alist runner))
  ;; Nothing is skipped, and no failure is expected, any more.
  (test-assert "z" #t)
  (test-assert "x" #f)
  (show (counts)))
