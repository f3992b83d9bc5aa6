;;; Symbolic algebra: derivatives and simplification of expressions, and polynomials of several
;;; variables as sorted lists of terms, with products, powers, substitution and division.

;;; A polynomial is a list of terms, the largest monomial first; a term is a pair of a
;;; coefficient and a monomial; a monomial is a list of exponents for the variables in order.

(define variables '(x y z))

(define (monomial-compare one other)
  (cond ((null? one) 0)
        ((> (car one) (car other)) 1)
        ((< (car one) (car other)) -1)
        (else (monomial-compare (cdr one) (cdr other)))))

(define (constant number)
  (if (= number 0)
      '()
      (list (cons number (map (lambda (variable) 0) variables)))))

(define (variable name)
  (list (cons 1 (map (lambda (other) (if (eq? name other) 1 0)) variables))))

(define (add one other)
  (cond ((null? one) other)
        ((null? other) one)
        (else
         (let ((order (monomial-compare (cdar one) (cdar other))))
           (cond ((> order 0) (cons (car one) (add (cdr one) other)))
                 ((< order 0) (cons (car other) (add one (cdr other))))
                 (else
                  (let ((sum (+ (caar one) (caar other)))
                        (rest (add (cdr one) (cdr other))))
                    (if (= sum 0) rest (cons (cons sum (cdar one)) rest)))))))))

(define (multiply-term term polynomial)
  (map (lambda (other)
         (cons (* (car term) (car other)) (map + (cdr term) (cdr other))))
       polynomial))

(define (multiply one other)
  (if (null? one)
      '()
      (add (multiply-term (car one) other) (multiply (cdr one) other))))

(define (negate polynomial)
  (map (lambda (term) (cons (- (car term)) (cdr term))) polynomial))

(define (power polynomial exponent)
  (cond ((= exponent 0) (constant 1))
        ((even? exponent)
         (power (multiply polynomial polynomial) (quotient exponent 2)))
        (else (multiply polynomial (power polynomial (- exponent 1))))))

;; Quotient and remainder by the order of monomials.
(define (divide one other)
  (let loop ((rest one) (quotient '()) (remainder '()))
    (if (null? rest)
        (values quotient remainder)
        (let ((exponents (map - (cdar rest) (cdar other))))
          (if (any negative? exponents)
              (loop (cdr rest) quotient (add remainder (list (car rest))))
              (let ((term (cons (/ (caar rest) (caar other)) exponents)))
                (loop (add rest (negate (multiply-term term other)))
                      (add quotient (list term))
                      remainder)))))))

(define (evaluate-polynomial polynomial numbers)
  (apply +
         (map (lambda (term) (apply * (car term) (map expt numbers (cdr term))))
              polynomial)))

;; What it is about one variable, by terms.
(define (polynomial-derivative polynomial name)
  (let ((index (let find ((names variables) (index 0))
                 (if (eq? name (car names))
                     index
                     (find (cdr names) (+ index 1))))))
    (let loop ((terms polynomial))
      (if (null? terms)
          '()
          (let* ((term (car terms)) (exponent (list-ref (cdr term) index)))
            (if (= exponent 0)
                (loop (cdr terms))
                (let ((exponents (list-copy (cdr term))))
                  (list-set! exponents index (- exponent 1))
                  (cons (cons (* exponent (car term)) exponents)
                        (loop (cdr terms))))))))))

;;; Expressions: numbers, symbols, (+ a b), (* a b), (^ a n), (exp a), (sin a), (cos a).

(define (derivative expression name)
  (cond ((number? expression) 0)
        ((symbol? expression) (if (eq? expression name) 1 0))
        (else
         (let* ((a (cadr expression)) (da (derivative a name)))
           (case (car expression)
             ((+) (list '+ da (derivative (caddr expression) name)))
             ((*)
              (let ((b (caddr expression)))
                (list '+ (list '* da b) (list '* a (derivative b name)))))
             ((^)
              (let ((n (caddr expression)))
                (list '* (list '* n (list '^ a (- n 1))) da)))
             ((exp) (list '* expression da))
             ((sin) (list '* (list 'cos a) da))
             ((cos) (list '* (list '* -1 (list 'sin a)) da))
             (else (error "unknown function" expression)))))))

(define (simplify expression)
  (if (not (pair? expression))
      expression
      (let ((expression
             (cons (car expression) (map simplify (cdr expression)))))
        (case (car expression)
          ((+) (simplify-sum (cadr expression) (caddr expression)))
          ((*) (simplify-product (cadr expression) (caddr expression)))
          ((^)
           (let ((a (cadr expression)) (n (caddr expression)))
             (cond ((eqv? n 0) 1)
                   ((eqv? n 1) a)
                   ((number? a) (expt a n))
                   (else expression))))
          (else expression)))))

(define (simplify-sum a b)
  (cond ((and (number? a) (number? b)) (+ a b))
        ((eqv? a 0) b)
        ((eqv? b 0) a)
        ((number? b) (simplify-sum b a))
        ((equal? a b) (simplify-product 2 a))
        ((and (number? a) (sum-with-number? b))
         (list '+ (+ a (cadr b)) (caddr b)))
        ((sum-with-number? b) (list '+ (cadr b) (simplify-sum a (caddr b))))
        (else (list '+ a b))))

(define (sum-with-number? expression)
  (and (pair? expression)
       (eq? (car expression) '+)
       (number? (cadr expression))))

(define (simplify-product a b)
  (cond ((and (number? a) (number? b)) (* a b))
        ((or (eqv? a 0) (eqv? b 0)) 0)
        ((eqv? a 1) b)
        ((eqv? b 1) a)
        ((number? b) (simplify-product b a))
        ((and (pair? b) (eq? (car b) '*) (number? (cadr b)))
         (if (number? a)
             (list '* (* a (cadr b)) (caddr b))
             (list '* (cadr b) (simplify-product a (caddr b)))))
        ((and (pair? b) (eq? (car b) '^) (equal? a (cadr b)))
         (list '^ a (+ 1 (caddr b))))
        ((equal? a b) (list '^ a 2))
        (else (list '* a b))))

(define (size expression)
  (if (pair? expression) (apply + 1 (map size (cdr expression))) 1))

(define (nth-derivative expression name count)
  (if (= count 0)
      expression
      (nth-derivative (simplify (derivative expression name))
                      name
                      (- count 1))))

;; An expression without functions as a polynomial.
(define (expand-expression expression)
  (cond ((number? expression) (constant expression))
        ((symbol? expression) (variable expression))
        (else
         (let ((a (expand-expression (cadr expression))))
           (case (car expression)
             ((+) (add a (expand-expression (caddr expression))))
             ((*) (multiply a (expand-expression (caddr expression))))
             ((^) (power a (caddr expression)))
             (else (error "not a polynomial" expression)))))))

(define wave '(* (exp (* x (sin (^ x 2)))) (+ (cos (* 3 x)) (* x (^ x 3)))))
(define rational-sum '(+ (* 2/3 x) (+ (* y (+ z -1/2)) (* x (* 5 z)))))

(define (benchmark exponent)
  (let* ((sum (expand-expression rational-sum))
         (powered (power sum exponent))
         (one (add (multiply (variable 'x) (variable 'y)) (constant 3)))
         (product (multiply powered (add one (variable 'z)))))
    (let-values (((result rest) (divide product (add one (variable 'z))))
                 ((other-quotient other-remainder)
                  (divide powered (add one (negate (variable 'z))))))
      (list (length powered)
            (equal? result powered)
            (null? rest)
            (length other-quotient)
            (length other-remainder)
            (= (evaluate-polynomial product '(1 2/3 -1))
               (* (evaluate-polynomial powered '(1 2/3 -1)) 8/3))
            (equal? (expand-expression
                     (simplify (derivative (list '^ rational-sum 6) 'y)))
                    (polynomial-derivative (power sum 6) 'y))
            (size (nth-derivative wave 'x (+ 2 (quotient exponent 4))))))))
