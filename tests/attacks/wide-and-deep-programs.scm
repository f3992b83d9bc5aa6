;; Programs with very many parts, and with very deep nesting, are compiled.
(define (attack)
  (define base (environment '(scheme base)))
  (define (try expression) (guard (e (#t #f)) (eval expression base)))
  (define (nested n around inside)
    (if (= n 0) inside (nested (- n 1) around (around inside))))
  (define ones (make-list 300000 1))
  (for-each
    (lambda (head) (try (append head ones)))
    '((+) (list) (begin) (and) (or) (quote) (let ()) (lambda ()) (if #t) (cond)))
  (for-each
    (lambda (around) (try (nested 100000 around 1)))
    (list (lambda (x) `(+ 1 ,x))
          (lambda (x) `(if 1 ,x 2))
          (lambda (x) `(lambda () ,x))
          (lambda (x) `(let ((y 1)) ,x))
          (lambda (x) `(quote ,x))
          (lambda (x) `(quasiquote ,x))
          (lambda (x) `((,x))))))
