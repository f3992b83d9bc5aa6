;; Symbols without end, by each way that there is to make one, leave no memory behind. SYMBOLS says
;; how many; all together would not fit into the budget of the node.
(import (scheme base) (scheme write) (scheme read) (scheme process-context) (mound top)
        (termite process) (only (mound base) generate-symbol))

(define count (string->number (get-environment-variable "SYMBOLS")))
(define (name prefix n) (string-append prefix (number->string n) "-of-so-many-that-do-not-fit"))
(define (each way)
  (let loop ((n 0)) (when (< n count) (way n) (loop (+ n 1)))))
(define me (self))
(define before (cdr (assq 'symbol-bytes (node-info))))

(each (lambda (n) (string->symbol (name "made-" n))))
(display "string->symbol") (newline)
(each (lambda (n) (generate-symbol)))
(display "generate-symbol") (newline)
(each (lambda (n) (read (open-input-string (name "read-" n)))))
(display "read") (newline)

;; Alone, and in a list, to a process that takes them and to one that has to be waited for.
(define echo
  (spawn (lambda () (let loop () (recv ((from object) (! from object))) (loop)))))
(each (lambda (n)
        (let ((symbol (string->symbol (name "sent-" n))))
          (! echo (list me symbol))
          (unless (eq? (?) symbol) (error "another symbol came back" n)))))
(display "messages") (newline)
(terminate! echo)

;; The table is as good as before, and nearly as small.
(write (eq? (string->symbol "made-1") (string->symbol "made-1")))
(newline)
(define after (cdr (assq 'symbol-bytes (node-info))))
(write (< (- after before) 8000000))
(newline)
