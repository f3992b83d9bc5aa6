;;; The conformance suite of Aubrey Jaffer for R4RS and R5RS, as the package of SCM
;;; installs it.
;;;
;;; Evaluates the file form by form, with letters folded as these reports want it,
;;; and prints what the suite prints. Works in a directory that holds a copy of the
;;; suite under its name, since the suite reads itself.
;;;
;;; Argument: the suite.

(import (scheme base) (scheme eval) (scheme file) (scheme process-context)
        (scheme read) (scheme repl) (scheme write))

(define suite (cadr (command-line)))

(define (text-of path)
  (call-with-input-file path
    (lambda (port)
      (let loop ((lines '()))
        (let ((line (read-line port)))
          (if (eof-object? line)
              (apply string-append (reverse lines))
              (loop (cons "\n" (cons line lines)))))))))

(define (evaluate datum) (eval datum (interaction-environment)))

(define port (open-input-string (string-append "#!fold-case\n" (text-of suite))))

(evaluate '(import (scheme r5rs)))
(let loop ()
  (let ((datum (read port)))
    (unless (eof-object? datum)
      (evaluate datum)
      (loop))))
(for-each evaluate
  '((test-cont) (test-sc4) (test-delay)))
