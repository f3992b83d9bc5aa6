;;; Types of lambda terms by unification: association lists and assigned records.

(define-record-type variable
  (make-variable name value)
  variable?
  (name variable-name)
  (value variable-value set-variable-value!))

(define counter 0)

(define (fresh)
  (set! counter (+ counter 1))
  (make-variable counter #f))

(define (resolve type)
  (if (and (variable? type) (variable-value type))
      (resolve (variable-value type))
      type))

(define (occurs? variable type)
  (let ((type (resolve type)))
    (or (eq? variable type)
        (and (pair? type)
             (or (occurs? variable (car type))
                 (occurs? variable (cdr type)))))))

(define (unify! one other)
  (let ((one (resolve one)) (other (resolve other)))
    (cond ((eq? one other) #t)
          ((variable? one)
           (and (not (occurs? one other))
                (begin (set-variable-value! one other) #t)))
          ((variable? other) (unify! other one))
          ((and (pair? one) (pair? other))
           (and (unify! (car one) (car other)) (unify! (cdr one) (cdr other))))
          (else #f))))

(define (arrow from to) (cons '-> (cons from to)))

;; The type of an expression, or #f.
(define (infer expression environment)
  (cond ((number? expression) 'number)
        ((symbol? expression)
         (let ((found (assq expression environment)))
           (and found (if (procedure? (cdr found)) ((cdr found)) (cdr found)))))
        ((eq? (car expression) 'lambda)
         (let* ((parameter (fresh))
                (result (infer (caddr expression)
                               (cons (cons (cadr expression) parameter)
                                     environment))))
           (and result (arrow parameter result))))
        ((eq? (car expression) 'let)
         (let ((name (cadr expression)) (value (caddr expression)))
           (and (infer value environment)
                (infer (cadddr expression)
                       (cons (cons name (lambda () (infer value environment)))
                             environment)))))
        (else
         (let ((operator (infer (car expression) environment))
               (operand (infer (cadr expression) environment))
               (result (fresh)))
           (and operator
                operand
                (unify! operator (arrow operand result))
                result)))))

;; How large a type is.
(define (type-size type)
  (let ((type (resolve type)))
    (if (pair? type)
        (+ 1 (type-size (cadr type)) (type-size (cddr type)))
        1)))

(define primitives
  (list (cons 'add (arrow 'number (arrow 'number 'number)))
        (cons 'twice (lambda ()
                       (let ((a (fresh))) (arrow (arrow a a) (arrow a a)))))))

(define sample
  '(let compose (lambda f (lambda g (lambda x (f (g x)))))
     (let pair (lambda a (lambda b (lambda c ((c a) b))))
       (let p1 (lambda x ((pair x) x))
         (let p2 (lambda x (p1 (p1 x)))
           ((compose p2) ((compose (add 1)) (twice (add 2)))))))))

(define (benchmark size)
  (set! counter 0)
  (let loop ((count size) (answer 0))
    (if (= count 0)
        (list answer (remainder counter 1000003) (infer '(lambda x (x x)) '()))
        (loop (- count 1) (type-size (infer sample primitives))))))
