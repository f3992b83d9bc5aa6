;; Data that is evaluated may hold values that are no syntax: procedures,
;; records, ports, processes. They stand for themselves.
(import (scheme base) (scheme write) (scheme eval) (scheme repl) (only (termite process) self spawn ! ?))

(define (show object) (write object) (newline))
(define plain (environment '(scheme base)))
(define-record-type point (make-point x y) point? (x point-x set-point-x!) (y point-y))
(define here (make-point 1 2))

;; As operator, as operand, quoted, deep in quoted data: the same object.
(show (eval (list + 1 2) plain))
(show (eval (list 'quote here) plain))
(show (eq? here (eval (list 'quote here) plain)))
(show (eq? here (eval here plain)))
(define parts (list 1 here (vector here car)))
(show (eq? parts (eval (list 'quote parts) plain)))
(show (map (lambda (datum) (eq? here (cadr (eval datum plain))))
           (list (list 'quasiquote (list 1 here))
                 (list 'quasiquote (list 1 (list 'unquote here) '(unquote (+ 1 2))))
                 (list list 1 here)
                 (list 'list 1 (list 'quote here)))))
(set-point-x! (eval (list 'if #t here 0) plain) 10)
(show (point-x here))

;; The same list as code and as a datum.
(define form (list + 1 2))
(show (equal? (eval (list 'list form (list 'quote form)) plain) (list 3 form)))

;; What is made holds the values, when the evaluation has long ended.
(define add (eval (list 'lambda '(x) (list + 'x (list point-y here))) plain))
(show (eval (list + 100 (list point-y here)) plain))
(show (map add '(1 2 3)))

;; Several forms, evaluations within evaluations, and an escape.
(eval (list 'begin
            (list 'define 'one (list 'eval (list 'list car (list 'quote ''(7 8)))
                                     (list 'quote plain)))
            (list 'define 'two (list cdr ''(7 8))))
      (interaction-environment))
(show (eval '(list one two) (interaction-environment)))
(show (call/cc (lambda (k) (eval (list + 1 (list k ''out)) plain))))

;; Pids, ports, promises, end of file, no value.
(show (eq? (self) (eval (list 'quote (self)) plain)))
(define out (open-output-string))
(eval (list write ''(a b) out) plain)
(show (get-output-string out))
(show (eof-object? (eval (eof-object) plain)))

;; Another process has its own copy, as of all that a closure holds.
(define child (eval (list spawn (list 'lambda '() (list '! (self) (list point-x here))))
                    (environment (quote (scheme base)) (quote (termite process)))))
(show (?))

;; Macros take them as operands; one that the datum defines cannot hold them.
(show (eval (list 'let-syntax '((m (syntax-rules () ((_ x) (list x x)))))
                  (list 'eq? (list 'car (list 'm here)) here))
            plain))
(show (eval (list 'case (list 'quote here) (list (list here) ''found) '(else 'lost))
            plain))
(eval (list 'define-syntax 'held (list 'syntax-rules '() (list '(_) here)))
      (interaction-environment))
(show (guard (e ((error-object? e) 'refused))
        (eval '(held) (interaction-environment))))
(show (guard (e ((error-object? e) 'refused))
        (eval (list 'quasiquote (let ((circle (list here))) (set-cdr! circle circle) circle))
              plain)))
