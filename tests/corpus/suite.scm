;;; A suite of tests of another implementation, form by form.
;;;
;;; Arguments: the file, then any number of data: import sets, and expressions
;;; to evaluate after the file, each in a word of its own.
;;; An error ends the suite and is printed.

(import (scheme base) (scheme eval) (scheme load) (scheme process-context)
        (scheme read) (scheme repl) (scheme write))

(define (evaluate datum) (eval datum (interaction-environment)))

(define data
  (map (lambda (text) (read (open-input-string text))) (cddr (command-line))))

(guard (e ((error-object? e)
           (display (error-object-message e))
           (write (error-object-irritants e))
           (newline)))
  (evaluate (car data))
  (load (cadr (command-line)))
  (for-each evaluate (cdr data)))
