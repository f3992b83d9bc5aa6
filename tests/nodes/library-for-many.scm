;; A library that three processes bring to another node at the same time runs
;; there once, and none of them comes before it has run.
(define-library (large one)
  (import (scheme base) (termite process))
  (export number)
  (begin
    (define counter (resolve-service 'bodies))
    (define (number) last)
    (define last (if counter (!? counter 'body 60) 0))))

(import (scheme base) (scheme write) (scheme process-context)
        (termite process) (large one))

(define there (cadr (command-line)))
(define me (self))
(define (show object) (write object) (newline))

(ping there 60)
(for-each
  (lambda (n) (spawn (lambda () (! me (on there (lambda () (number)) 60)))))
  '(1 2 3))
(show (list (?) (?) (?)))
(show (!? (remote-service 'bodies there) 'count 60))
