;;; Symbolic rewriting: terms are brought into normal form by rules with variables.

;; A rule is (left . right); in it, one-letter symbols of the end of the alphabet are variables.
(define rules
  '(((plus zero x) . x)
    ((plus (next x) y) . (next (plus x y)))
    ((times zero x) . zero)
    ((times (next x) y) . (plus y (times x y)))
    ((power x zero) . (next zero))
    ((power x (next y)) . (times x (power x y)))
    ((equal x x) . true)
    ((not (not x)) . x)
    ((and true x) . x)
    ((and x true) . x)
    ((if true x y) . x)
    ((if false x y) . y)))

(define (variable? symbol) (memq symbol '(x y z)))

;; Bindings with which the pattern is the term, or #f.
(define (match pattern term bindings)
  (cond ((pair? pattern)
         (and (pair? term)
              (let ((bindings (match (car pattern) (car term) bindings)))
                (and bindings (match (cdr pattern) (cdr term) bindings)))))
        ((null? pattern) (and (null? term) bindings))
        ((variable? pattern)
         (let ((bound (assq pattern bindings)))
           (if bound
               (and (equal? (cdr bound) term) bindings)
               (cons (cons pattern term) bindings))))
        (else (and (eq? pattern term) bindings))))

(define (instantiate pattern bindings)
  (cond ((pair? pattern)
         (cons (instantiate (car pattern) bindings)
               (instantiate (cdr pattern) bindings)))
        ((and (symbol? pattern) (assq pattern bindings)) => cdr)
        (else pattern)))

(define (rewrite-once term)
  (let loop ((left rules))
    (if (null? left)
        term
        (let ((bindings (match (caar left) term '())))
          (if bindings
              (normal (instantiate (cdar left) bindings))
              (loop (cdr left)))))))

(define (normal term)
  (if (pair? term)
      (rewrite-once (cons (car term) (map normal (cdr term))))
      term))

(define (numeral number)
  (if (= number 0) 'zero (list 'next (numeral (- number 1)))))

(define (value term)
  (if (pair? term) (+ 1 (value (cadr term))) 0))

(define (benchmark size)
  (let ((power (normal `(power ,(numeral 2) ,(numeral size)))))
    (list (value power)
          (normal `(equal (times ,(numeral size) ,(numeral 3))
                          (plus ,(numeral size)
                                (plus ,(numeral size) ,(numeral size))))))))
