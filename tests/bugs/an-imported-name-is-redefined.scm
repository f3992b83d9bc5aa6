;; What is evaluated before a program defines a name that it also imports, and the
;; value of the definition itself, mean the imported variable.
(import (scheme base) (scheme write) (scheme eval) (scheme repl))

(define before (+ 1 2))
(define (three-times n) (* 3 n))
(write (list before (three-times 5)))
(newline)

(define vector?
  (let ((vector? vector?))
    (lambda (object) (or (vector? object) (string? object)))))
(define old-plus +)
(define (+ . numbers) (list 'sum (apply old-plus numbers)))
(define (length list) (if (null? list) 0 (old-plus 1 (length (cdr list)))))
(define * (if (procedure? *) (lambda (a b) (list 'product a b)) 'none))

(write (list (vector? "a") (vector? #(1)) (vector? 1) (+ 1 2) (length '(a b c))
             (three-times 5)))
(newline)

;; Form by form, as at a prompt.
(define (evaluate datum) (eval datum (interaction-environment)))
(for-each evaluate
  '((import (scheme base))
    (define list? (let ((old list?)) (lambda (object) (if (old object) 'yes 'no))))
    (define (car pair) (if (pair? pair) (cdr pair) (car (list pair 1))))))
(write (map evaluate '((list? '(1 2)) (list? 5) (car '(1 . 2)))))
(newline)
