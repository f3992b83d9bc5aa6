;;; and-let*. A clause is (name expression), (expression) or a name.

;;> (and-let* (clause ...) body ...): evaluates the clauses in order while they
;;> are not #f, (name expression) with the names on its left bound; then the
;;> body; without one, the value of the last clause. SRFI 2.
;;> Example: (and-let* ((pair (assq 'b '((a . 1) (b . 2)))) ((even? (cdr pair)))) (cdr pair)) => 2
(define-syntax and-let*
  (syntax-rules ()
    ((_ ()) #t)
    ((_ () . body) (let () . body))
    ((_ clauses . body) (%and-let* clauses body))))

(define-syntax %and-let*
  (syntax-rules ()
    ((_ ((name expression)) ()) (let ((name expression)) name))
    ((_ ((expression)) ()) expression)
    ((_ (name) ()) name)
    ((_ ((name expression)) body)
     (let ((name expression)) (if name (let () . body) #f)))
    ((_ ((expression)) body) (if expression (let () . body) #f))
    ((_ (name) body) (if name (let () . body) #f))
    ((_ ((name expression) . clauses) body)
     (let ((name expression)) (if name (%and-let* clauses body) #f)))
    ((_ ((expression) . clauses) body)
     (if expression (%and-let* clauses body) #f))
    ((_ (name . clauses) body) (if name (%and-let* clauses body) #f))))
