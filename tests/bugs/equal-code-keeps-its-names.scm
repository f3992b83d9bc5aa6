;; A procedure was called by the name of an earlier one with the same code.
(import (scheme base) (scheme write) (scheme eval))

(define there (environment '(scheme base)))
(for-each
 (lambda (name)
   (write (eval `(let () (define (,name x) (if (pair? x) (,name (cdr x)) x)) ,name) there))
   (newline))
 '(first second third first))
